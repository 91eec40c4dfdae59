import { secretPlaceholder, ssoProviders } from '@lintel/contract/customers/providers'
import { beforeAll, expect, test } from 'vitest'
import { federatedWorld } from '../../../test/federated-world'
import { hashSecret } from '../random-secret'

const { as, db, externalProvider, anonymous, clock, log, platform } = await federatedWorld()
const base = '/mgw/api/v2/federation'
const staff = as('staff')
const id = 'newcomers'
const looks = { color: '#ffffff', textColor: '#000000' }
let made = 0

/** A new provider that was never active, and the secret of its setup link. */
async function linked(days = 7): Promise<{ provider: string; secret: string }> {
  made++
  const provider = `${id}${made}`
  await staff.post(ssoProviders, { id: provider, name: `Newcomers ${made}`, ...looks, isDisabled: true })
  return { provider, secret: await linkIdentity(provider, days) }
}

async function linkIdentity(provider: string, days = 7): Promise<string> {
  const answer = await staff.inject({ method: 'POST', url: `${base}/setup-links/${provider}`, payload: { days } })
  expect([answer.statusCode, answer.body]).toEqual([201, answer.body])
  const { address } = answer.json()
  expect(address.startsWith(`${platform.configuration.publicUrl}/provider-setup#`)).toBe(true)
  return address.split('#')[1]
}

const ask = (path: string, payload: object) =>
  anonymous.inject({ method: 'POST', url: `${base}/setup/${path}`, payload })

const connection = () => ({
  issuer: externalProvider.issuer,
  clientId: 'lintel',
  clientSecret: externalProvider.clientSecret,
  clientAuthentication: 'automatic',
})

beforeAll(() => clock.freeze())

test('a company’s IT person enters issuer, client id and secret, tests them, and hands over; staff activate', async () => {
  const { provider, secret } = await linked()
  const opened = (await ask('open', { secret })).json()
  expect(opened).toEqual({
    name: `Newcomers ${made}`,
    version: 1,
    redirectAddress: `${platform.configuration.publicUrl}/federation`,
    issuer: null,
    clientId: null,
    hasClientSecret: false,
    clientAuthentication: 'automatic',
    expiresAt: expect.any(String),
    handedOverAt: null,
  })
  expect((await ask('test', { secret })).json()).toMatchObject({ trouble: { kind: 'incomplete' } })
  const saved = await ask('save', { secret, version: 1, ...connection() })
  expect([saved.statusCode, saved.json()]).toMatchObject([200, { version: 2, hasClientSecret: true }])
  expect(saved.body).not.toContain(externalProvider.clientSecret)

  const { begun } = (await ask('test', { secret })).json()
  const mei = { subject: 'mei', email: 'mei@nordbygg.example', emailVerified: true }
  const { code, iss } = await externalProvider.visit(begun.address, mei)
  const tested = await ask('test-result', { secret, ticket: begun.ticket, code, iss })
  expect(tested.json()).toMatchObject({
    trouble: null,
    person: { email: 'mei@nordbygg.example', isAllowed: true },
    signIn: null,
  })

  expect((await ask('hand-over', { secret })).json().handedOverAt).toEqual(expect.any(String))
  const listed = await staff.inject({ url: `${base}/setup-links/${provider}` })
  expect(listed.json().setupLink).toMatchObject({ createdBy: 'staff@lintel.example', isExpired: false })
  expect(listed.json().setupLink.handedOverAt).toEqual(expect.any(String))

  const provided = await staff.get(ssoProviders, provider)
  expect(provided).toMatchObject({
    issuer: externalProvider.issuer,
    isDisabled: true,
    activatedAt: null,
    clientSecret: '***',
  })
  const activated = await staff.patch(ssoProviders, provider, { isDisabled: false })
  expect(activated.activatedAt).toEqual(expect.any(String))
  for (const path of ['open', 'test', 'hand-over']) expect((await ask(path, { secret })).statusCode).toBe(404)
  const late = await ask('save', { secret, version: provided.version + 1, ...connection() })
  expect(late.statusCode).toBe(404)
})

test('whether an address has an account is never told by a set-up link', async () => {
  const { secret } = await linked()
  await ask('save', { secret, version: 1, ...connection() })
  const tested = async (email: string) => {
    const { begun } = (await ask('test', { secret })).json()
    const { code, iss } = await externalProvider.visit(begun.address, {
      subject: 'somebody',
      email,
      emailVerified: true,
    })
    const { person, signIn } = (await ask('test-result', { secret, ticket: begun.ticket, code, iss })).json()
    return { signIn, isAllowed: person.isAllowed, findings: person.findings, isVerified: person.isEmailVerified }
  }
  const unknown = await tested('nobody@unknown.example')
  expect(unknown.isAllowed).toBe(true)
  expect(await tested('mei@nordbygg.example')).toEqual(unknown)
  expect(await tested('staff@lintel.example')).toEqual(unknown)
})

test('only the hash of a link’s secret is stored, and the secret stands in no log and no trail', async () => {
  const { provider, secret } = await linked()
  const row = await db
    .selectFrom('provider_setup_link')
    .selectAll()
    .where('provider_id', '=', provider)
    .executeTakeFirstOrThrow()
  expect(row.secret_hash).toEqual(hashSecret(secret))
  await ask('save', { secret, version: 1, ...connection() })
  const trail = await db.selectFrom('audit_event').selectAll().where('target_id', '=', provider).execute()
  expect(trail.map(({ action }) => action)).toEqual([
    'sso-providers.create',
    'setup-links.create',
    'sso-providers.update',
  ])
  expect(JSON.stringify(trail)).not.toContain(secret)
  expect(JSON.stringify(trail)).not.toContain(externalProvider.clientSecret)
  expect(log.join()).not.toContain(secret)
})

test('a link ends when its time is over, when staff end it, when another is made, and with its provider', async () => {
  const isOpen = async (secret: string) => (await ask('open', { secret })).statusCode
  const late = await linked(1)
  expect(await isOpen(late.secret)).toBe(200)
  clock.advance(24 * 3_600_000)
  expect(await isOpen(late.secret)).toBe(404)
  clock.advance(-24 * 3_600_000)

  const ended = await linked()
  expect(await isOpen(ended.secret)).toBe(200)
  const url = `${base}/setup-links/${ended.provider}`
  expect((await staff.inject({ method: 'DELETE', url })).statusCode).toBe(204)
  expect(await isOpen(ended.secret)).toBe(404)
  expect((await staff.inject({ method: 'DELETE', url })).statusCode).toBe(404)

  const former = await linked()
  const next = await linkIdentity(former.provider)
  expect([await isOpen(former.secret), await isOpen(next)]).toEqual([404, 200])
  await staff.remove(ssoProviders, former.provider)
  expect(await isOpen(next)).toBe(404)
})

test('a provider that is or was active gets no set-up link', async () => {
  await staff.post(ssoProviders, { id: 'active', name: 'Active', ...looks })
  const create = () => staff.inject({ method: 'POST', url: `${base}/setup-links/active`, payload: { days: 7 } })
  expect((await create()).json().errors[0]).toMatchObject({ status: '409', code: 'providerActivated' })
  await staff.patch(ssoProviders, 'active', { isDisabled: true })
  expect((await create()).statusCode).toBe(409)
  expect((await staff.inject({ url: `${base}/setup-links/active` })).json()).toEqual({ setupLink: null })
})

test('G7: by a link nothing but the connection is entered, and nobody’s later change is written over', async () => {
  const { provider, secret } = await linked()
  const more = await ask('save', { secret, version: 1, ...connection(), isDisabled: false })
  expect([more.statusCode, more.json().code ?? more.json().errors[0].code]).toEqual([422, 'unknownField'])
  await staff.patch(ssoProviders, provider, { clientId: 'by-staff' })
  const over = await ask('save', { secret, version: 1, ...connection() })
  expect(over.statusCode).toBe(412)
  expect(await staff.get(ssoProviders, provider)).toMatchObject({ clientId: 'by-staff', issuer: null })
})

test.each([
  ['https://10.0.0.1', 'invalid'],
  ['https://169.254.169.254/latest', 'invalid'],
  ['javascript:alert(1)', 'invalid'],
])('E7: %s cannot be entered by a link', async (issuer, code) => {
  const { provider, secret } = await linked()
  const answer = await ask('save', { secret, version: 1, ...connection(), issuer })
  expect([answer.statusCode, answer.json().code ?? answer.json().errors[0].code]).toEqual([422, code])
  expect(await staff.get(ssoProviders, provider)).toMatchObject({ issuer: null, clientId: null, clientSecret: null })
})

test('E10: a secret that is left out stays as it was entered', async () => {
  const { provider, secret } = await linked()
  await ask('save', { secret, version: 1, ...connection() })
  const sealed = () =>
    db
      .selectFrom('sso_provider')
      .select('client_secret_encrypted as secret')
      .where('id', '=', provider)
      .executeTakeFirstOrThrow()
  const before = await sealed()
  const { clientSecret: _, ...rest } = connection()
  const again = await ask('save', { secret, version: 2, ...rest, clientId: 'another' })
  expect(again.json()).toMatchObject({ clientId: 'another', hasClientSecret: true })
  expect(await sealed()).toEqual(before)
})

test('E10: a stored secret is not sent to another issuer: that one needs it entered again', async () => {
  const { provider, secret } = await linked()
  await ask('save', { secret, version: 1, ...connection() })
  const { clientSecret, ...rest } = connection()
  const other = { ...rest, issuer: `${rest.issuer}/other` }
  const refused = await ask('save', { secret, version: 2, ...other })
  expect([refused.statusCode, refused.json().errors ?? refused.json()]).toMatchObject([
    422,
    [{ code: 'required', source: { pointer: '/data/attributes/clientSecret' } }],
  ])
  await expect(staff.patch(ssoProviders, provider, { issuer: other.issuer })).rejects.toMatchObject({
    code: 'required',
    source: { pointer: '/data/attributes/clientSecret' },
  })
  const sent = { issuer: other.issuer, clientSecret: secretPlaceholder }
  await expect(staff.patch(ssoProviders, provider, sent)).rejects.toMatchObject({ code: 'required' })
  expect(await staff.get(ssoProviders, provider)).toMatchObject({ issuer: rest.issuer, version: 2 })
  const entered = await ask('save', { secret, version: 2, ...other, clientSecret })
  expect(entered.json()).toMatchObject({ issuer: other.issuer, hasClientSecret: true })
  expect(await staff.patch(ssoProviders, provider, { issuer: null })).toMatchObject({ issuer: null })
})

test('G9: a link is made with a fresh proof only', async () => {
  const { provider } = await linked()
  const late = as('staff')
  const url = `${base}/setup-links/${provider}`
  expect((await late.inject({ method: 'POST', url, payload: { days: 7 } })).statusCode).toBe(201)
  clock.advance(10 * 60_000 + 1)
  const stale = await late.inject({ method: 'POST', url, payload: { days: 7 } })
  expect([stale.statusCode, stale.json().errors[0].code]).toEqual([403, 'stepUpRequired'])
  clock.advance(-(10 * 60_000 + 1))
})
