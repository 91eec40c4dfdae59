import { projects } from '@lintel/contract/projects/projects'
import { expect, test } from 'vitest'
import { toolFigures } from './tool-figures'

test('the figure of the projects list counts what the list opens with: libraries and deleted projects as well', () => {
  expect(toolFigures['/projects-list']?.('north')).toEqual({
    resource: projects,
    request: { filter: { customer: 'north' } },
  })
})
