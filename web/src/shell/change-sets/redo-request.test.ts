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

test('a step is made again from its rows, on condition that everything is as it was before it', () => {
  expect(
    redoRequest('nord', { id: 's', kind: 'roles' }, [
      row(null, { ...terms(10), providers: ['google'] }),
      row(terms(20), null),
      row(terms(10), terms(10), { outcome: 'same' }),
      row(terms(20), null, { outcome: 'conflict', conflict: 'owner' }),
    ]),
  ).toEqual({
    kind: 'roles',
    customer: 'nord',
    input: {
      cells: [
        {
          ...{ user: 'mei@nordbygg.example', project: 'harbour', level: 10, accessUntil: null, providers: ['google'] },
          expected: 0,
        },
        { user: 'mei@nordbygg.example', project: 'harbour', level: 0, expected: 20 },
      ],
    },
  })
})

test('a form’s step is made again as one: profile and roles, on condition of what they were', () => {
  const profile = row(
    { title: 'Planner' },
    { title: 'Chief', userOrganization: 'o', organizationName: 'Nordbygg' },
    {
      object: { type: 'customer-user-profiles', id: 'p', user: 'mei@nordbygg.example' },
    },
  )
  expect(redoRequest('nord', { id: 's', kind: 'user' }, [row(null, terms(10)), profile])).toEqual({
    kind: 'user',
    customer: 'nord',
    input: {
      user: 'mei@nordbygg.example',
      profile: { title: 'Chief', userOrganization: 'o', expected: { title: 'Planner' } },
      cells: [{ project: 'harbour', level: 10, accessUntil: null, expected: 0 }],
    },
  })
  expect(
    redoRequest('nord', { id: 's', kind: 'user' }, [row(terms(10), terms(10), { outcome: 'same' })]),
  ).toBeUndefined()
})

test('an organization that was added is the same one again, and a change of it is on condition of what was there', () => {
  const object = { type: 'user-organizations', id: 'o' }
  const was = { name: 'Nordbygg', number: null }
  const is = { name: 'Nordbygg', number: '7' }
  const again = (before: ChangeSetRow['before'], after: ChangeSetRow['after']) =>
    redoRequest('nord', { id: 's', kind: 'organization' }, [row(before, after, { object })])?.input
  expect(again(null, is)).toEqual({ organization: 'o', fields: is, expectedVersion: 0 })
  expect(again(was, is)).toEqual({ organization: 'o', fields: is, expected: was })
  const deleted = [row({ userOrganization: 'Nordbygg' }, { userOrganization: null }), row(is, null, { object })]
  expect(redoRequest('nord', { id: 's', kind: 'delete-organization' }, deleted)?.input).toEqual({ organization: 'o' })
})

test('who was added is added again with their roles, and the login methods of a project are what was chosen', () => {
  const who = { object: { type: 'customer-user-profiles', id: 'p', user: 'ada@new.example' } }
  const member = row(null, { ...terms(15), providers: ['google'] })
  expect(
    redoRequest('nord', { id: 's', kind: 'new-user' }, [row(null, { title: 'Surveyor' }, who), member])?.input,
  ).toEqual({
    user: 'ada@new.example',
    profile: { title: 'Surveyor' },
    roles: [{ project: 'harbour', level: 15, accessUntil: null, providers: ['google'] }],
  })
  const object = { type: 'projects', id: 'harbour' }
  const methods = row({ providers: [] }, { providers: ['google'] }, { object })
  expect(redoRequest('nord', { id: 's', kind: 'project-login-methods' }, [methods])?.input).toEqual({
    ...{ project: 'harbour', providers: ['google'], expected: [] },
  })
})

test('a change of a card is made again by its id: the server knows the card before and after', () => {
  const object = { type: 'dashboard-widgets', id: 'w', project: 'harbour' }
  const size = { order: 0, size: [2, 1] }
  expect(redoRequest('nord', { id: 's', kind: 'dashboard-widgets' }, [row(null, size, { object })])).toEqual({
    ...{ kind: 'dashboard-widgets', customer: 'nord', input: { project: 'harbour', again: 's' } },
  })
})
