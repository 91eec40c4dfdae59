import { setupI18n } from '@lingui/core'
import type { ProjectActivity } from '@lintel/contract/projects/project-activity'
import { expect, test } from 'vitest'
import { describeActivity } from './describe-activity'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const ola = 'ola@nordbygg.example'
const event = (overrides: Partial<ProjectActivity>): ProjectActivity => ({
  ...{ id: '1', occurredAt: '2026-03-01T10:00:00Z', action: 'projects.update', kind: null, actor: ola },
  ...{ before: null, after: null, members: [], membersTotal: 0 },
  ...overrides,
})
const nameOf = (email: string) => (email === ola ? 'Ola Berge' : email)
const describe = (overrides: Partial<ProjectActivity>) => describeActivity(event(overrides), i18n, nameOf)
const member = (before: 0 | 10 | 20 | null, after: 0 | 10 | 20 | null, user = 'mei@x.example') => ({
  user,
  before,
  after,
})

test('the change of a project that matters most to its people is said, by whoever made it', () => {
  expect(describe({ after: { owner: 'kari@x.example', name: 'Bath' } }).sentence).toBe(
    'Ola Berge handed the project over to kari@x.example',
  )
  expect(describe({ after: { isInactive: true } }).sentence).toBe('Ola Berge deleted the project')
  expect(describe({ after: { isInactive: false } }).sentence).toBe('Ola Berge restored the project')
  expect(describe({ after: { name: 'Bath', description: 'New' } }).sentence).toBe(
    'Ola Berge renamed the project to “Bath”',
  )
  expect(describe({ after: null }).sentence).toBe('Ola Berge changed the settings of the project')
  expect(describe({ actor: null, action: 'projects.create' }).sentence).toBe('The system created the project')
})

test('a bulk change of the project itself is said as what it was, and counts no members', () => {
  const said = (kind: ProjectActivity['kind'], action: ProjectActivity['action']) => describe({ kind, action })
  const actions = ['change-sets.apply', 'change-sets.undo'] as const
  expect(actions.map((action) => said('template-drift', action))).toEqual([
    { sentence: 'Ola Berge updated the project from its template', details: [] },
    { sentence: 'Ola Berge undid the update of the project from its template', details: [] },
  ])
  expect(actions.map((action) => said('project-login-methods', action).sentence)).toEqual([
    'Ola Berge changed the login methods',
    'Ola Berge undid the change of the login methods',
  ])
  expect(actions.map((action) => said('ad-import', action).sentence)).toEqual([
    'Ola Berge imported the directory',
    'Ola Berge undid an import of the directory',
  ])
  expect(said(null, 'change-sets.apply').sentence).toBe('Ola Berge changed the settings of the project')
})

test('the end of a trial is said without anybody who made it', () => {
  expect(describe({ actor: null, action: 'projects.trial-end', after: { isHibernated: true } }).sentence).toBe(
    'The trial ended, and the project was hibernated',
  )
})

test('a member who is no longer known is counted', () => {
  expect(describe({ action: 'project-members.update', membersTotal: 1 })).toEqual({
    sentence: 'Ola Berge changed the access of 1 member',
    details: [],
  })
})

test('one member is told by what became of them', () => {
  const one = (before: 0 | 10 | 20 | null, after: 0 | 10 | 20 | null) =>
    describe({ action: 'change-sets.apply', members: [member(before, after)], membersTotal: 1 }).sentence
  expect(one(0, 10)).toBe('Ola Berge added mei@x.example as “User”')
  expect(one(10, 20)).toBe('Ola Berge made mei@x.example “Admin”')
  expect(one(10, 0)).toBe('Ola Berge removed mei@x.example')
  expect(one(10, 10)).toBe('Ola Berge changed the access of mei@x.example')
  expect(one(null, null)).toBe('Ola Berge changed the access of mei@x.example')
})

test('an import of the directory that changed the access of people is told by whom it changed', () => {
  const { sentence } = describe({
    action: 'change-sets.apply',
    kind: 'ad-import',
    members: [member(0, 10)],
    membersTotal: 1,
  })
  expect(sentence).toBe('Ola Berge added mei@x.example as “User”')
})

test('several members are counted, with each of those that are named', () => {
  const members = [member(0, 10, 'a@x.example'), member(0, 20, 'b@x.example')]
  expect(describe({ action: 'change-sets.apply', members, membersTotal: 5 })).toEqual({
    sentence: 'Ola Berge added 5 people',
    details: ['a@x.example: None → User', 'b@x.example: None → Admin', 'and 3 more'],
  })
  const changed = [member(10, 20, 'a@x.example'), member(0, 20, 'b@x.example')]
  expect(describe({ action: 'change-sets.undo', members: changed, membersTotal: 2 }).sentence).toBe(
    'Ola Berge changed the access of 2 members',
  )
})
