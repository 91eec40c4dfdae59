import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { expect, test } from 'vitest'
import { NoResponse } from '../../api/failure'
import { formChangeSets } from '../../shell/change-sets/form-change-sets'
import { roleCell } from './apply-and-remember'
import { noMember } from './member-draft'
import { saveUser, type UserChanges } from './save-user'

const where = { user: 'mei@nordbygg.example', project: 'harbour' }
const until = '2027-01-31T22:59:59Z'
const member = {
  ...{ version: 7, privilegeLevel: privilegeLevel.member, expirationDate: null, accessUntil: until },
  providers: ['partner'],
}
const seen = { expectedVersion: 7, expected: { privilegeLevel: 10, accessUntil: until, providers: ['partner'] } }

test('only what was changed is in the cell, on condition of the membership that was seen, its version and its terms', () => {
  expect(roleCell({ ...where, member, patch: { providers: [] } })).toEqual({ ...where, ...seen, providers: [] })
  expect(roleCell({ ...where, member, patch: { accessUntil: null } })).toEqual({
    ...{ ...where, ...seen },
    accessUntil: null,
  })
})

test('the end of a guest is the end that was seen', () => {
  const guest = { ...member, privilegeLevel: privilegeLevel.guest, expirationDate: until, accessUntil: null }
  expect(roleCell({ ...where, member: guest, patch: { providers: [] } })).toMatchObject({
    expected: { privilegeLevel: 5, accessUntil: until },
  })
})

test('the end of a guest is an end like any other, and nobody is a member in version 0', () => {
  expect(roleCell({ ...where, member: undefined, patch: { privilegeLevel: 5, expirationDate: '2027-01-31' } })).toEqual(
    {
      ...where,
      expectedVersion: 0,
      level: 5,
      accessUntil: '2027-01-31',
    },
  )
})

/** A server that keeps one change set for each key; its first response is lost. */
function losingServer() {
  const keys: string[] = []
  const changeSets = formChangeSets(async (_, key = '') => {
    keys.push(key)
    if (keys.length === 1) throw new NoResponse(undefined)
    return { id: key, state: 'applied', rows: [] } as unknown as ChangeSet
  })
  return { keys, changeSets }
}

test('a form sends the same change again by the same key after a lost response, and by another once it was answered', async () => {
  const { keys, changeSets } = losingServer()
  const invite = () =>
    changeSets.apply({ kind: 'invitations', customer: 'nord', input: { project: 'harbour', emails: ['a'], level: 10 } })
  await expect(invite()).rejects.toThrow(NoResponse)
  await invite()
  await invite()
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('a form that shows the result of a lost response returns the change set that was applied', async () => {
  const { keys, changeSets } = losingServer()
  const after = { ...noMember, level: 20 as const }
  const unchanged: UserChanges = {
    ...{ customer: 'nord', email: where.user, isNew: false, profile: undefined, patch: undefined, roles: [] },
    stored: { version: 1 },
  }
  const role = { project: 'harbour', member: undefined, before: noMember, after }
  expect(await saveUser(unchanged, changeSets)).toBeUndefined()
  await expect(saveUser({ ...unchanged, roles: [role] }, changeSets)).rejects.toThrow(NoResponse)
  // The person has set everything back, and nothing was stored.
  expect(await saveUser(unchanged, changeSets)).toBeUndefined()
  const applied = await saveUser({ ...unchanged, stored: { version: 2 } }, changeSets)
  expect([applied?.id, keys]).toEqual([keys[0], [keys[0], keys[0]]])
  expect(await saveUser({ ...unchanged, stored: { version: 3 } }, changeSets)).toBeUndefined()
})
