import type { ProjectActivity } from '@lintel/contract/projects/project-activity'
import { expect, test } from 'vitest'
import { whoDeleted } from '../../api/form/who-changed'
import { changeOf, whoChangedMember } from './project-activity'

const event = (actor: string, overrides: Partial<ProjectActivity>): ProjectActivity => ({
  ...{
    id: actor,
    occurredAt: '',
    action: 'change-sets.apply',
    kind: null,
    before: null,
    after: null,
    members: [],
    membersTotal: 0,
  },
  actor,
  ...overrides,
})
const member = (user: string) => ({ user, before: 10, after: 20 }) as const

test('the last change of a member is told by whom it was, whoever else was changed since', () => {
  const events = [
    event('kari@x.example', { members: [member('per@x.example')] }),
    event('ola@x.example', { members: [member('per@x.example'), member('mei@x.example')] }),
    event('astrid@x.example', { members: [member('mei@x.example')] }),
  ]
  expect(whoChangedMember(events, 'mei@x.example')).toBe('ola@x.example')
  expect(whoChangedMember(events, 'nobody@x.example')).toBeUndefined()
})

test('who deleted a project is told, also by its own removal; a restoration deletes nothing', () => {
  const restored = event('kari@x.example', { action: 'projects.update', after: { isInactive: false } })
  const deleted = event('ola@x.example', { action: 'projects.update', after: { isInactive: true } })
  const deleter = (...events: ProjectActivity[]) =>
    whoDeleted(
      events.map((each) => changeOf('p', each)),
      'p',
    )
  expect(deleter(restored, deleted)).toBe('ola@x.example')
  expect(deleter(event('staff@x.example', { action: 'projects.remove' }))).toBe('staff@x.example')
  expect(deleter(restored)).toBeUndefined()
})
