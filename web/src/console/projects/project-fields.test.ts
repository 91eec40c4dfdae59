import { expect, test } from 'vitest'
import { projectPatch, projectValues } from './project-fields'

const project = {
  name: 'Harbour',
  externalId: 'NB-1',
  description: 'Quay walls',
  customer: 'nord',
  owner: 'kari@nord.example',
  features: ['issues'],
  providers: ['password', 'entra'],
}

test('every field of the form is read from the record and sent back', () => {
  expect(projectPatch(projectValues(project))).toEqual(project)
})

test('texts are trimmed, empty ones are null, and only what was changed is sent', () => {
  expect(projectPatch({ externalId: '  ', description: ' Quay ' })).toEqual({ externalId: null, description: 'Quay' })
  expect(projectPatch({ name: ' Pier ', owner: ' Kari@Nord.example ' })).toEqual({
    name: 'Pier',
    owner: 'kari@nord.example',
  })
  expect(projectPatch({ providers: [] })).toEqual({ providers: [] })
})
