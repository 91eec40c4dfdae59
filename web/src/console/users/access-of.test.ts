import type { AccessMatrix } from '@lintel/contract/people/access-matrix'
import { expect, test } from 'vitest'
import { accessOf } from './access-of'
import { createAccessTable } from './access-table'

const matrix: AccessMatrix = {
  cursor: '1',
  imported: [],
  provisioned: [],
  omittedProjects: 0,
  organizations: [],
  people: ['anna', 'lena', 'mei'].map((name) => [`${name}@nordbygg.example`, name, -1, '']),
  administrators: [0],
  guests: [],
  projects: ['harbour', 'clinic'].map((id) => ({
    ...{ id, name: id, externalId: null, isHibernated: false, isLibrary: false },
    ...{ members: id === 'harbour' ? '2u' : '', ends: [] },
  })),
}
const table = createAccessTable(matrix)

test('an end is for where people have access that can end: not for customer administrators', () => {
  const users = ['anna@nordbygg.example', 'lena@nordbygg.example', 'mei@nordbygg.example']
  expect(accessOf(table, users, undefined)).toEqual([{ user: 'mei@nordbygg.example', project: 'harbour' }])
  expect(accessOf(table, users, 'harbour')).toEqual([{ user: 'mei@nordbygg.example', project: 'harbour' }])
  expect(accessOf(table, users, 'clinic')).toEqual([])
})
