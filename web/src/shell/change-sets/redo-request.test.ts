import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { expect, test } from 'vitest'
import { redoRequest } from './redo-request'

const terms = (privilegeLevel: number, accessUntil: string | null = null) => ({ privilegeLevel, accessUntil })
const row = (before: ChangeSetRow['before'], after: ChangeSetRow['after'], more: Partial<ChangeSetRow> = {}) => ({
  ...{ number: 1, outcome: 'change' as const, why: null, conflict: null, member: null, remains: false },
  object: { user: 'mei@nordbygg.example', project: 'harbour' },
  before,
  after,
  ...more,
})

const redo = (kind: ChangeSetKind, rows: readonly ChangeSetRow[]) =>
  redoRequest('nord', { id: 's', kind }, async () => rows)

test('changes of memberships and of a person are made again by their id, without reading their rows', async () => {
  const again = async (kind: ChangeSetKind) =>
    await redoRequest('nord', { id: 's', kind }, () => Promise.reject(new Error('No rows are read')))
  for (const kind of ['roles', 'copy-access', 'access-file', 'remove-from-all-projects'] as const)
    expect(await again(kind)).toEqual({ kind: 'roles', customer: 'nord', input: { again: 's' } })
  expect(await again('user')).toEqual({ kind: 'user', customer: 'nord', input: { again: 's' } })
})

test('what the rows do not describe as a whole is not made again', async () => {
  expect(await redo('ad-import', [row(null, terms(10))])).toBeUndefined()
  expect(await redo('organization', [])).toBeUndefined()
})

test('an organization that was added is the same one again, and a change of it is on condition of what was there', async () => {
  const object = { type: 'user-organizations', id: 'o' }
  const was = { name: 'Nordbygg', number: null }
  const is = { name: 'Nordbygg', number: '7' }
  const again = async (before: ChangeSetRow['before'], after: ChangeSetRow['after']) =>
    (await redo('organization', [row(before, after, { object })]))?.input
  expect(await again(null, is)).toEqual({ organization: 'o', fields: is, expectedVersion: 0 })
  expect(await again(was, is)).toEqual({ organization: 'o', fields: is, expected: was })
  const deleted = [row({ userOrganization: 'Nordbygg' }, { userOrganization: null }), row(is, null, { object })]
  expect((await redo('delete-organization', deleted))?.input).toEqual({ organization: 'o' })
})

test('who was added is added again with their roles, and the login methods of a project are what was chosen', async () => {
  const who = { object: { type: 'customer-user-profiles', id: 'p', user: 'ada@new.example' } }
  const member = row(null, { ...terms(15), providers: ['google'] })
  expect((await redo('new-user', [row(null, { title: 'Surveyor' }, who), member]))?.input).toEqual({
    user: 'ada@new.example',
    profile: { title: 'Surveyor' },
    roles: [{ project: 'harbour', level: 15, accessUntil: null, providers: ['google'] }],
  })
  const object = { type: 'projects', id: 'harbour' }
  const methods = row({ providers: [] }, { providers: ['google'] }, { object })
  expect((await redo('project-login-methods', [methods]))?.input).toEqual({
    ...{ project: 'harbour', providers: ['google'], expected: [] },
  })
})

test('a change of a card is made again by its id: the server knows the card before and after', async () => {
  const object = { type: 'dashboard-widgets', id: 'w', project: 'harbour' }
  const size = { order: 0, size: [2, 1] }
  expect(await redo('dashboard-widgets', [row(null, size, { object })])).toEqual({
    ...{ kind: 'dashboard-widgets', customer: 'nord', input: { project: 'harbour', again: 's' } },
  })
})
