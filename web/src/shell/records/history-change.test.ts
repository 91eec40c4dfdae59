import { expect, test } from 'vitest'
import { historyChange } from './history-change'

const nothing = { user: null, before: null, after: null, target: null, targetType: null }
const unsaid = {
  user: undefined,
  project: undefined,
  before: undefined,
  after: undefined,
  handedOver: undefined,
  kind: undefined,
}

test('the role before and after a change is told with its project and its person', () => {
  expect(
    historyChange({
      targetType: 'project-members',
      target: 'harbour.someone',
      user: 'mei@nordbygg.example',
      before: { privilegeLevel: 10 },
      after: { privilegeLevel: 20 },
    }),
  ).toEqual({ ...unsaid, user: 'mei@nordbygg.example', project: 'harbour', before: 10, after: 20 })
})

test('an invitation names its project and whom it went to', () => {
  const after = { email: 'new@partner.example', project: 'harbour', privilegeLevel: 10 }
  expect(historyChange({ ...nothing, targetType: 'invitations', target: 'i', after })).toEqual({
    ...unsaid,
    user: 'new@partner.example',
    project: 'harbour',
    after: 10,
  })
})

test('an event of a project says which one', () => {
  expect(historyChange({ ...nothing, targetType: 'projects', target: 'harbour' })).toEqual({
    ...unsaid,
    project: 'harbour',
  })
})

test('an address that changed is told as it was and as it is, and so is the owner of a project', () => {
  const [before, after] = ['old@nordbygg.example', 'new@nordbygg.example']
  const email = { ...nothing, targetType: 'user-profiles', target: before }
  expect(historyChange({ ...email, before: { email: before }, after: { email: after } })).toEqual({
    ...unsaid,
    user: before,
    handedOver: { before, after },
  })
  const owner = { ...nothing, targetType: 'projects', target: 'harbour' }
  expect(historyChange({ ...owner, before: { owner: before }, after: { owner: after } }).handedOver).toEqual({
    before,
    after,
  })
})

test('what an event does not say is not made up', () => {
  expect(historyChange({ ...nothing, targetType: 'customers', after: { title: 'Planner' } })).toEqual(unsaid)
  expect(historyChange({ ...nothing, before: 'text', after: [1] })).toEqual(unsaid)
})
