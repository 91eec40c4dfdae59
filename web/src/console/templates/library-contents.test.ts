import type { ProjectContent } from '@lintel/contract/content/project-contents'
import { expect, test } from 'vitest'
import { resourcesOf } from './library-contents'

const content = (entityType: ProjectContent['entityType'], name: string) => ({ id: name, entityType, name })

test('folders stand where they lie, everything else by the slashes of its name; the group that every project has is left out', () => {
  const folder = (id: string, parent: string | null) => ({ id, name: id, parent })
  const resources = resourcesOf(
    [
      content('folders', 'Plans'),
      content('folders', 'Drawings'),
      content('checklists', 'Fire/Doors'),
      content('dashboard-widgets', 'workflow-chart'),
      content('groups', '@Project'),
    ],
    [folder('Drawings', null), folder('Plans', 'Drawings')],
  )
  expect(resources).toEqual([
    { id: 'Plans', type: 'folders', path: ['Drawings', 'Plans'], folderAbove: ['Drawings'] },
    { id: 'Drawings', type: 'folders', path: ['Drawings'], folderAbove: [] },
    { id: 'Fire/Doors', type: 'checklists', path: ['Fire', 'Doors'] },
    { id: 'workflow-chart', type: 'dashboard-widgets', path: ['workflow-chart'] },
  ])
})

test('folders that are said to lie in each other end', () => {
  const [round] = resourcesOf(
    [content('folders', 'A')],
    [
      { id: 'A', name: 'A', parent: 'B' },
      { id: 'B', name: 'B', parent: 'A' },
    ],
  )
  expect(round?.path.length).toBeLessThan(5)
})
