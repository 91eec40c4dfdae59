import { userProfiles } from '@lintel/contract/people/user-profiles'
import { expect, test } from 'vitest'
import { serving } from '../../../test/serving'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { visitor } from '../../../test/visitor'
import { userProfileRoutes } from './user-profiles.routes'

const { db } = await testDatabase()
const { people, addPerson } = await twoCustomers(db)
await addPerson('nova', { restriction: 'password' })
const app = await serving({ db, people, resources: [userProfileRoutes] })
const as = (name: string) => visitor(app, async () => name)
const emailOf = (name: string) => people[name]?.email ?? `nobody called ${name}`

const complete = { givenName: 'Mei', familyName: 'Zhang', organization: 'Nordbygg', phone: '+47 900 00 000' }
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
    problems: ['givenName', 'familyName', 'organization', 'phone'].map((field) => ({
      code: 'required',
      source: at(field),
    })),
  })
  expect(await as('ola').get(userProfiles, emailOf('ola'))).toEqual(before)
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
  const change = (patch: object) => as('per').patch(userProfiles, emailOf('per'), { organization: 'Nord', ...patch })
  await expect(change({ givenName: 'Paul', familyName: 'Vold' })).rejects.toMatchObject({
    code: 'notWritable',
    source: at('givenName'),
  })
  const saved = await change({ givenName: 'Per', familyName: 'Vold' })
  expect(saved).toMatchObject({ givenName: 'Per', familyName: 'Vold', phone: null, mustUpdateProfile: false })
  expect(await change({ givenName: 'Paul' })).toMatchObject({ givenName: 'Paul' })
})

test('G7: role and duties are not the profile owner’s to write', async () => {
  const attributes = { ...complete, role: 'rendra_staff', mustUpdatePassword: false, externallyIdentified: true }
  const answer = await as('mei').inject({
    method: 'PATCH',
    url: `${userProfiles.path}/${emailOf('mei')}`,
    headers: { 'content-type': 'application/vnd.api+json' },
    payload: JSON.stringify({ data: { type: 'user-profiles', id: emailOf('mei'), attributes } }),
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ errors: { code: string }[] }>().errors.map(({ code }) => code)).toEqual(
    Array(3).fill('notWritable'),
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
