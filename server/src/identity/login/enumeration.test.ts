import { expect, test } from 'vitest'
import { personId } from '../../../demo/person-id'
import { browser } from '../../../test/browser'
import { captureStatements } from '../../../test/capture-statements'
import { world } from '../../../test/world'
import { maxFailures } from '../guessing/guessing'
import { hashSecret } from '../random-secret'

const unlimited = { calls: 100_000, seconds: 60 }
const { app, db, clock } = await world({
  rates: { general: unlimited, signIn: unlimited, resetRequest: unlimited, guestLogin: unlimited },
})

const strangers = {
  unknown: 'nobody@nowhere.example',
  disabled: 'per@nordbygg.example',
  deleted: 'greta@nordbygg.example',
  'signed in by a provider only': 'runar@stalbygg.example',
  locked: 'ola@nordbygg.example',
  'unknown and locked': 'nobody-else@nowhere.example',
}
const at = new Date(clock.now()).toISOString()
const lockedCounter = { failures: maxFailures, pending_since: at, touched_at: at }
await db
  .insertInto('guessing')
  .values([
    { ...lockedCounter, subject: `user:${personId(strangers.locked)}`, user_id: personId(strangers.locked) },
    { ...lockedCounter, subject: `email:${hashSecret(strangers['unknown and locked']).toString('hex')}` },
  ])
  .execute()
const known = 'mei@nordbygg.example'
const wrong = 'not the password of anybody'
const newPassword = 'a sentence nobody knows'
const post = (url: string, body: object) => browser(app).post(url, body)

const doors: Record<string, (username: string) => Promise<unknown>> = {
  'signing in': (username) => post('/auth/v1/login', { username, password: wrong }),
  'signing in with the form of a link': (username) => post('/auth/v1/login', { username, password: 'A'.repeat(43) }),
  'asking for a code': (username) => post('/auth/v1/change-password/request', { username }),
  'sending a code': (username) =>
    post('/auth/v1/change-password/confirm', { username, code: 'AAAAAAAAAA', newPassword }),
  'replacing a password': (username) =>
    post('/mgw/api/v2/change-password/for-invalid', { username, oldPassword: wrong, newPassword }),
}

test.each(Object.entries(doors))('B7: %s costs the database the same statements, whoever it is', async (_, door) => {
  const expected = await captureStatements(() => door(known))
  expect(expected.length).toBeGreaterThan(2)
  for (const [who, username] of Object.entries(strangers)) {
    expect([who, await captureStatements(() => door(username))]).toEqual([who, expected])
  }
})

test('B7: a guest link that leads nowhere costs the same, whatever it looks like', async () => {
  const costs: string[][] = []
  for (const id of ['x', 'x'.repeat(43), 'x'.repeat(200)]) {
    costs.push(await captureStatements(() => post(`/mgw/api/v2/guest-login/${id}`, {})))
  }
  expect(costs[0]?.length).toBeGreaterThan(2)
  for (const cost of costs) expect(cost).toEqual(costs[0])
})

test('B7: a company id costs the same, whether somebody has it or not', async () => {
  const find = (companyId: string) => captureStatements(() => post('/mgw/api/v2/federation/company', { companyId }))
  const expected = await find('vvsteknik')
  expect(expected.length).toBeGreaterThan(0)
  for (const companyId of ['nobody', 'x'.repeat(200)]) expect(await find(companyId)).toEqual(expected)
})
