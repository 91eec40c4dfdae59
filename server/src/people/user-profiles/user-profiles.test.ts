import { missingFields, userProfiles } from '@lintel/contract/people/user-profiles'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { testApp, testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { userProfileRoutes } from './user-profiles.routes'

const { db } = await testDatabase()
const { people, addPerson } = await twoCustomers(db)
await addPerson('nova', { restriction: 'password' })
const app = await testApp({ db, people, resources: [userProfileRoutes(testPlatform(db))] })
const as = (name: string) => apiClient(app, async () => name)
const emailOf = (name: string) => people[name]?.email ?? `nobody called ${name}`

const named = { givenName: 'Mei', familyName: 'Zhang', organization: 'Nordbygg', phone: '+47 900 00 000' }
const complete = { ...named, privacyAgreement: true }
const newPolicy = { privacyPolicyVersion: '2026-12' }
const at = (field: string) => ({ pointer: `/data/attributes/${field}` })

test('everybody has their own profile and no other: not an administrator, not staff', async () => {
  expect(await as('mei').list(userProfiles, { filter: { profile: true } })).toMatchObject([{ id: emailOf('mei') }])
  expect(await as('mei').get(userProfiles, emailOf('mei'))).toMatchObject({ givenName: 'mei', displayName: 'mei Test' })
  for (const other of ['kari', 'stig', 'per']) {
    await expect(as(other).get(userProfiles, emailOf('mei'))).rejects.toMatchObject({ status: 404, code: 'notFound' })
    await expect(as(other).patch(userProfiles, emailOf('mei'), complete)).rejects.toMatchObject({ status: 404 })
  }
})

test('a complete profile ends the duty to fill it in', async () => {
  await db.updateTable('app_user').set({ must_update_profile: true }).where('email', '=', emailOf('mei')).execute()
  expect(await as('mei').get(userProfiles, emailOf('mei'))).toMatchObject({ mustUpdateProfile: true })
  const saved = await as('mei').patch(userProfiles, emailOf('mei'), complete)
  expect(saved).toMatchObject({ ...complete, title: null, displayName: 'Mei Zhang', mustUpdateProfile: false })
})

test('names, organization and phone are required, each at its own field, and nothing is saved without them', async () => {
  const before = await as('ola').get(userProfiles, emailOf('ola'))
  const empty = { givenName: null, familyName: '', organization: ' ', title: 'Boss' }
  await expect(as('ola').patch(userProfiles, emailOf('ola'), empty)).rejects.toMatchObject({
    status: 422,
    problems: ['givenName', 'familyName', 'organization', 'phone', 'privacyAgreement'].map((field) => ({
      code: 'required',
      source: at(field),
    })),
  })
  expect(await as('ola').get(userProfiles, emailOf('ola'))).toEqual(before)
})

test('whoever completes a profile agrees to the privacy policy, once for each version of it', async () => {
  const { id, ...own } = await addPerson('ida')
  const row = () =>
    db
      .selectFrom('app_user')
      .select(['privacy_agreed_at', 'privacy_agreed_version', 'must_update_profile'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  await db.updateTable('app_user').set({ must_update_profile: true }).where('id', '=', id).execute()
  const patch = (fields: object, on = as) => on('ida').patch(userProfiles, own.email, fields)
  for (const refusal of [named, { ...named, privacyAgreement: false }]) {
    await expect(patch(refusal)).rejects.toMatchObject({ code: 'required', source: at('privacyAgreement') })
  }
  expect(await row()).toEqual({ privacy_agreed_at: null, privacy_agreed_version: null, must_update_profile: true })
  const saved = await patch(complete)
  expect(saved).toMatchObject({ privacyAgreement: true, mustUpdateProfile: false })
  expect(Date.parse(saved.privacyAgreedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  expect(await row()).toMatchObject({ privacy_agreed_version: '1', must_update_profile: false })
  // Later edits need no agreement, and a given agreement cannot be withdrawn.
  expect(await patch({ title: 'Lead' })).toMatchObject({ privacyAgreedAt: saved.privacyAgreedAt })
  await expect(patch({ privacyAgreement: false })).rejects.toMatchObject({ code: 'notWritable' })
  const later = await testApp({ db, people, resources: [userProfileRoutes(testPlatform(db, newPolicy))] })
  const asLater = (name: string) => apiClient(later, async () => name)
  expect(await asLater('ida').get(userProfiles, own.email)).toMatchObject({ privacyAgreement: false })
  expect(await patch({ privacyAgreement: true }, asLater)).toMatchObject({ privacyAgreement: true })
  expect(await row()).toMatchObject({ privacy_agreed_version: '2026-12' })
})

test('a profile in which something required says nothing has to be updated, whatever was told before', async () => {
  const { id, email } = await addPerson('eli')
  const duty = async (row: object) => {
    const whole = { given_name: 'Eli', family_name: 'Moe', organization: 'Nord', phone: '22 33 44 55', guest: false }
    await db
      .updateTable('app_user')
      .set({ ...whole, must_update_profile: false, externally_identified: false, ...row })
      .where('id', '=', id)
      .execute()
    const { mustUpdateProfile, ...profile } = await as('eli').get(userProfiles, email)
    return { mustUpdateProfile, missing: missingFields(profile) }
  }
  expect(await duty({})).toEqual({ mustUpdateProfile: false, missing: [] })
  expect(await duty({ must_update_profile: true })).toEqual({ mustUpdateProfile: true, missing: [] })
  expect(await duty({ given_name: '' })).toEqual({ mustUpdateProfile: true, missing: ['givenName'] })
  expect(await duty({ family_name: '' })).toEqual({ mustUpdateProfile: true, missing: ['familyName'] })
  expect(await duty({ organization: '' })).toEqual({ mustUpdateProfile: true, missing: ['organization'] })
  expect(await duty({ phone: null })).toEqual({ mustUpdateProfile: true, missing: ['phone'] })
  expect(await duty({ phone: null, externally_identified: true })).toEqual({ mustUpdateProfile: false, missing: [] })
  expect(await duty({ phone: null, guest: true })).toMatchObject({ mustUpdateProfile: false })
})

test('language and theme are saved by themselves, also while the profile is incomplete', async () => {
  const { id, email } = await addPerson('kim')
  await db.updateTable('app_user').set({ must_update_profile: true }).where('id', '=', id).execute()
  expect(await as('kim').get(userProfiles, email)).toMatchObject({ language: null, theme: 'system' })
  const saved = await as('kim').patch(userProfiles, email, { language: 'pl', theme: 'dark' })
  expect(saved).toMatchObject({ language: 'pl', theme: 'dark', mustUpdateProfile: true })
  expect(await as('kim').patch(userProfiles, email, { language: null })).toMatchObject({ language: null })
  for (const wrong of [{ language: 'pt' }, { theme: 'blue' }]) {
    await expect(as('kim').patch(userProfiles, email, wrong as never)).rejects.toMatchObject({ status: 422 })
  }
})

test.each([
  ['a control character', { givenName: 'Me\u0000i' }, 'controlCharacters', 'givenName'],
  ['text that turns round what follows', { familyName: '\u202egnahZ' }, 'controlCharacters', 'familyName'],
  ['ten thousand characters', { organization: 'x'.repeat(10_000) }, 'tooLong', 'organization'],
  ['an @ in a name', { familyName: 'zhang@home' }, 'atSignInName', 'familyName'],
  ['letters in a phone number', { phone: '+47 CALL ME' }, 'invalidPhone', 'phone'],
  ['brackets in a phone number', { phone: '(22) 33 44' }, 'invalidPhone', 'phone'],
  ['no digit in a phone number', { phone: '+' }, 'invalidPhone', 'phone'],
])('%s is told at its field, and nothing is stored', async (_, wrong, code, field) => {
  const before = await as('ola').get(userProfiles, emailOf('ola'))
  const patch = as('ola').patch(userProfiles, emailOf('ola'), { ...complete, ...wrong })
  await expect(patch).rejects.toMatchObject({ status: 422, code, source: at(field) })
  expect(await as('ola').get(userProfiles, emailOf('ola'))).toEqual(before)
})

test.each(
  (['givenName', 'familyName', 'organization', 'title', 'phone'] as const).flatMap((field) => [
    [field, 'control characters', '1\u0007', 'controlCharacters'],
    [field, 'a line break', '1\n2', 'controlCharacters'],
    [field, 'ten thousand characters', '1'.repeat(10_000), 'tooLong'],
  ]),
)('the %s takes no %s: told at its field, and nothing is stored', async (field, _, value, code) => {
  const before = await as('ola').get(userProfiles, emailOf('ola'))
  const patch = as('ola').patch(userProfiles, emailOf('ola'), { ...complete, [field]: value })
  await expect(patch).rejects.toMatchObject({ status: 422, code, source: at(field) })
  expect(await as('ola').get(userProfiles, emailOf('ola'))).toEqual(before)
})

test('H7: what looks like code, emoji and names of any script are text, stored as they are', async () => {
  const texts = {
    givenName: '<script>alert(1)</script>',
    familyName: 'ابن سينا',
    organization: '🏗️ & Sons',
    title: "'--",
  }
  const saved = await as('liv').patch(userProfiles, emailOf('liv'), { ...complete, ...texts })
  expect(saved).toMatchObject(texts)
})

test('names hold no @, a phone number holds a digit', async () => {
  const change = (patch: object) => as('mei').patch(userProfiles, emailOf('mei'), { ...complete, ...patch })
  await expect(change({ givenName: 'mei@home' })).rejects.toMatchObject({
    code: 'atSignInName',
    source: at('givenName'),
  })
  await expect(change({ phone: '+ -' })).rejects.toMatchObject({ code: 'invalidPhone', source: at('phone') })
})

test('whom an external provider identifies needs no phone, and cannot change what the provider said', async () => {
  await db
    .updateTable('app_user')
    .set({ externally_identified: true, must_update_profile: true, given_name: 'Per', family_name: '' })
    .where('email', '=', emailOf('per'))
    .execute()
  const change = (patch: object) =>
    as('per').patch(userProfiles, emailOf('per'), { organization: 'Nord', privacyAgreement: true, ...patch })
  await expect(change({ givenName: 'Paul', familyName: 'Vold' })).rejects.toMatchObject({
    code: 'notWritable',
    source: at('givenName'),
  })
  const saved = await change({ givenName: 'Per', familyName: 'Vold' })
  expect(saved).toMatchObject({ givenName: 'Per', familyName: 'Vold', phone: null, mustUpdateProfile: false })
  expect(await change({ givenName: 'Paul' })).toMatchObject({ givenName: 'Paul' })
})

test('G7: role and duties are not the profile owner’s to write', async () => {
  const attributes = {
    ...complete,
    role: 'rendra_staff',
    mustUpdatePassword: false,
    externallyIdentified: true,
    privacyAgreedAt: '2020-01-01T00:00:00Z',
    mayChangeEmail: true,
  }
  const answer = await as('mei').inject({
    method: 'PATCH',
    url: `${userProfiles.path}/${emailOf('mei')}`,
    headers: { 'content-type': 'application/vnd.api+json' },
    payload: JSON.stringify({ data: { type: 'user-profiles', id: emailOf('mei'), attributes } }),
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ errors: { code: string }[] }>().errors.map(({ code }) => code)).toEqual(
    Array(5).fill('notWritable'),
  )
})

test('a profile that was changed elsewhere is stale', async () => {
  const { version } = await as('liv').patch(userProfiles, emailOf('liv'), { ...complete, givenName: 'Liv' })
  await expect(as('liv').patch(userProfiles, emailOf('liv'), complete, version - 1)).rejects.toMatchObject({
    status: 412,
    code: 'stale',
  })
})

test('who has to set a password first reads and fills in the profile', async () => {
  expect(await as('nova').get(userProfiles, emailOf('nova'))).toMatchObject({ id: emailOf('nova') })
  expect(await as('nova').patch(userProfiles, emailOf('nova'), complete)).toMatchObject({ displayName: 'Mei Zhang' })
})

test('G6: a guest session reads its profile and does not change it', async () => {
  expect(await as('gus').get(userProfiles, emailOf('gus'))).toMatchObject({ givenName: 'gus' })
  await expect(as('gus').patch(userProfiles, emailOf('gus'), complete)).rejects.toMatchObject({ code: 'forbidden' })
})
