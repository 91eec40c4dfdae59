import { randomBytes } from 'node:crypto'
import { externalIdentity } from '@lintel/contract/identity/federation'
import { lockedFields, type UserProfile, userProfiles } from '@lintel/contract/people/user-profiles'
import { readCurrentUser } from '@lintel/contract/people/users'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { demoCodeSecret, demoPassword } from '../../../demo/credentials'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { type Browser, browser } from '../../../test/browser'
import { federatedWorld } from '../../../test/federated-world'
import { worldOn } from '../../../test/world'
import { findRecipient } from '../../people/invitations/invitation-states.store'
import { closeAccount } from '../../people/user-profiles/deletion-tasks.store'
import { composeMail, type Message } from '../../platform/mail/compose'
import { unsealValues } from '../../platform/mail/mail'
import type { MailKind } from '../../platform/mail/mail-kinds'
import { findWaitingMail } from '../../platform/mail/mail-outbox'
import { openSecrets } from '../../platform/secrets'
import { addFactor, addRecoveryCodes } from '../mfa/factor'
import { codeAt, stepAt } from '../mfa/totp'
import { lockResettable } from '../password-reset/password-reset.store'
import { hashSecret } from '../random-secret'
import { removeExpired } from '../remove-expired.store'

const base = '/mgw/api/v2/federation'
const {
  db,
  clock,
  platform,
  externalProvider,
  addProvider,
  bindDomains,
  authorizeAs,
  signInAtProvider,
  newBrowser,
  as,
} = await federatedWorld()
await addProvider('owner', {
  email_match: true,
  email_regex: '[a-z.]+@(stalbygg|elektro|atelierdb|survey)\\.example',
})
await bindDomains('owner', ['stalbygg.example', 'elektro.example', 'atelierdb.example'])
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

let made = 0
const newcomer = (more: object = {}) => {
  made++
  return { subject: `account-${made}`, email: `account${made}@elsewhere.example`, emailVerified: true, ...more }
}

async function ticketFor(from: Browser, person: ReturnType<typeof newcomer>, provider = 'elsewhere') {
  const answer = await signInAtProvider(from, person, provider)
  expect(answer.statusCode).toBe(449)
  return answer.json<{ refreshToken: string; proposedUsername?: string; linkingAllowed: boolean }>()
}

const create = (from: Browser, RefreshToken: string, ProposedUsername: string, Provider = 'elsewhere') =>
  from.post(`${base}/create`, { Provider, ProposedUsername, RefreshToken })

const link = (from: Browser, refreshToken: string, username: string, provider = 'elsewhere') =>
  from.post(`${base}/link`, { provider, refreshToken, username, password: demoPassword })

const accountOf = (email: string) =>
  db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()

/** The last mail of a kind to a person in the queue. */
async function lastMail(email: string, kind: MailKind): Promise<Message | undefined> {
  const mail = await db
    .selectFrom('mail')
    .innerJoin('app_user', 'app_user.id', 'mail.user_id')
    .select('mail.id')
    .where('app_user.email', '=', email)
    .where('kind', '=', kind)
    .orderBy('mail.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const found = mail && (await findWaitingMail(db, mail.id))
  if (!found) return undefined
  const values = unsealValues(platform.configuration, found.id, found.sealed ?? '')
  return composeMail({ ...found, language: 'en', values }, platform.configuration)
}

/** The mail to a person whose account was linked from this address. */
const linkNotice = (to: string, provider: string) => ({
  to,
  subject: `Provider ${provider} can now sign you in to Lintel`,
  text: expect.stringMatching(
    new RegExp(
      `your account was linked to Provider ${provider}: [^]*IP address: 127\\.0\\.0\\.1[^]*change your password`,
    ),
  ),
})

/** The code that the link of a mail carries. */
const codeOf = (mail: Message | undefined) => /\?verify=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''

test('a name that differs from the proposed one is proved by mail before it signs anybody in', async () => {
  const there = newBrowser()
  const person = newcomer()
  const wanted = 'chosen@elsewhere.example'
  const { refreshToken } = await ticketFor(there, person)
  const answer = await create(there, refreshToken, wanted.toUpperCase())
  expect(answer.json()).toEqual({ result: 'VERIFICATION_REQUIRED', username: wanted })
  expect(there.cookies.has('lintel-refresh')).toBe(false)
  expect((await signInAtProvider(there, person)).statusCode).toBe(449)
  const code = codeOf(await lastMail(wanted, 'provider-verify-address'))
  expect((await there.get(`/federation?verify=${code}`)).statusCode).not.toBe(204)
  expect((await signInAtProvider(there, person)).statusCode).toBe(449)
  // The mailed link does not link an identity in another browser.
  expect((await newBrowser().post(`${base}/verify`, { code })).json().code).toBe('invalidCode')
  expect((await there.post(`${base}/verify`, { code })).json()).toEqual({ provider: 'elsewhere' })
  const signedIn = await signInAtProvider(there, person)
  expect(signedIn.statusCode).toBe(200)
  expect((await there.get(readCurrentUser.path, bearer(signedIn.json().idToken))).json().email).toBe(wanted)
  expect((await there.post(`${base}/verify`, { code })).json().code).toBe('invalidCode')
})

test('E5: an address that the provider did not verify is proved by mail, even when it is the proposed one', async () => {
  const there = newBrowser()
  const person = newcomer({ emailVerified: false })
  const { refreshToken, proposedUsername } = await ticketFor(there, person)
  expect(proposedUsername).toBe(person.email)
  expect((await create(there, refreshToken, person.email)).json().result).toBe('VERIFICATION_REQUIRED')
})

test('whoever comes from a provider after their account was closed is as unknown as anybody, and gets a new one', async () => {
  const person = newcomer({ email: 'closed@elektro.example' })
  const created = async () => {
    const there = newBrowser()
    const { refreshToken } = await ticketFor(there, person, 'owner')
    expect((await create(there, refreshToken, person.email, 'owner')).statusCode).toBe(200)
    return (await accountOf(person.email)).id
  }
  const former = await created()
  expect((await signInAtProvider(newBrowser(), person, 'owner')).statusCode).toBe(200)
  await db.transaction().execute((tx) => closeAccount(tx, former, clock.now()))
  expect(await created()).not.toBe(former)
  expect((await signInAtProvider(newBrowser(), person, 'owner')).statusCode).toBe(200)
})

test('where people may not be added, a provider adds nobody, and whoever has an account still proves it', async () => {
  const { rates } = platform.configuration
  const strict = browser((await worldOn(db, { canAddUsers: false, rates })).app)
  const accounts = (email: string) => db.selectFrom('app_user').select('email').where('email', '=', email).execute()
  const verified = newcomer()
  const { refreshToken } = await ticketFor(strict, verified)
  const refused = await create(strict, refreshToken, verified.email)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'providerNotAllowed'])
  const unverified = newcomer({ emailVerified: false })
  const alike = await create(strict, (await ticketFor(strict, unverified)).refreshToken, unverified.email)
  expect(alike.json()).toEqual({ result: 'VERIFICATION_REQUIRED', username: unverified.email })
  expect([await accounts(verified.email), await accounts(unverified.email)]).toEqual([[], []])
  const recorded = db
    .selectFrom('audit_event')
    .select(['action', 'result'])
    .where('reason', '=', 'notAdded')
    .orderBy('sequence')
  expect(await recorded.execute()).toEqual([
    { action: 'federation.create', result: 'failure' },
    { action: 'federation.verification', result: 'failure' },
  ])
  // Somebody invited before has an account, which the provider of their address proves.
  const at = new Date(clock.now()).toISOString()
  const invited = newcomer({ givenName: 'Signe' })
  await db
    .insertInto('app_user')
    .values({ id: uuidv7(), email: invited.email, created_at: at, updated_at: at })
    .execute()
  const opened = await create(strict, (await ticketFor(strict, invited)).refreshToken, invited.email)
  expect(opened.statusCode, opened.body).toBe(200)
  const profile = db.selectFrom('app_user').select(['given_name', 'externally_identified'])
  expect(await profile.where('email', '=', invited.email).execute()).toEqual([
    { given_name: 'Signe', externally_identified: true },
  ])
})

test('a name that the profile would refuse is not taken from a provider, so the person enters it and it is not locked', async () => {
  const profileOf = async (person: ReturnType<typeof newcomer>): Promise<UserProfile> => {
    const there = newBrowser()
    const created = await create(there, (await ticketFor(there, person)).refreshToken, person.email)
    expect(created.statusCode, created.body).toBe(200)
    return (await there.get(`${userProfiles.path}/${person.email}`, bearer(created.json().idToken))).json().data
      .attributes
  }
  const accepted = await profileOf(newcomer({ givenName: ' Ola ', familyName: 'n'.repeat(100) }))
  expect(accepted).toMatchObject({ givenName: 'Ola', familyName: 'n'.repeat(100) })
  expect(lockedFields(accepted)).toEqual(['givenName', 'familyName'])
  for (const refused of ['ola@nordbygg', 'O\u202Eal', 'Ola\nNord', 'Ola\u0000', 'o'.repeat(101), ' ']) {
    const left = await profileOf(newcomer({ givenName: refused, familyName: refused }))
    expect(left, refused).toMatchObject({ givenName: null, familyName: null, mustUpdateProfile: true })
    expect(lockedFields(left), refused).toEqual([])
  }
})

test('B7: whether the other name has an account is told to its owner, not to whoever asks', async () => {
  const there = newBrowser()
  const { refreshToken } = await ticketFor(there, newcomer())
  const known = await create(there, refreshToken, 'claire@atelierdb.example')
  expect(known.statusCode).toBe(200)
  expect(known.json()).toEqual({ result: 'VERIFICATION_REQUIRED', username: 'claire@atelierdb.example' })
  const recorded = await lastMail('claire@atelierdb.example', 'provider-known-address')
  expect(recorded).toMatchObject({ to: 'claire@atelierdb.example', subject: 'You have an account at Lintel' })
  expect(recorded?.text).toContain('Somebody signed in at Provider elsewhere and gave this address')
  // The mail contains no link that signs in: the owner of the mailbox still needs the password.
  expect(recorded?.text).not.toMatch(/verify|https?:\/\/\S+\?/)
  expect(await lastMail('claire@atelierdb.example', 'provider-verify-address')).toBeUndefined()
})

test.each([
  ['with an account', 'provider-known-address', 'hiro@kozo.example', 0],
  ['without one', 'provider-verify-address', 'often@elsewhere.example', 3],
] as const)(
  'F2: an address %s gets three mails an hour, however often it is given; whoever gives it is answered alike',
  async (_, kind, email, waiting) => {
    const give = async () => {
      const there = newBrowser()
      const answer = await create(there, (await ticketFor(there, newcomer())).refreshToken, email)
      expect([answer.statusCode, answer.json()]).toEqual([200, { result: 'VERIFICATION_REQUIRED', username: email }])
    }
    await give()
    const { id } = await accountOf(email)
    const mails = () => db.selectFrom('mail').select('id').where('user_id', '=', id).where('kind', '=', kind).execute()
    for (let time = 1; time < 5; time++) await give()
    expect(await mails()).toHaveLength(3)
    const recorded = db
      .selectFrom('audit_event')
      .select(['result', 'reason'])
      .where('action', '=', 'federation.verification')
      .where('actor_email', '=', email)
      .orderBy('sequence')
    const [mailed, tooOften] = [
      { result: 'success', reason: null },
      { result: 'failure', reason: 'tooOften' },
    ]
    expect(await recorded.execute()).toEqual([mailed, mailed, mailed, tooOften, tooOften])
    // No code is stored that was not mailed.
    const codes = db.selectFrom('federation_verification').select('user_id').where('user_id', '=', id).execute()
    expect(await codes).toHaveLength(waiting)
    const earlier = new Date(clock.now() - 3_600_000).toISOString()
    await db.updateTable('mail').set({ created_at: earlier }).where('user_id', '=', id).execute()
    await give()
    expect(await mails()).toHaveLength(4)
  },
)

test('E5: an account with a second factor is linked only when that was given too', async () => {
  const secrets = openSecrets(platform.configuration)
  await addFactor(db, secrets, {
    userId: personId('freja@skovgaard.example'),
    secret: demoCodeSecret,
    now: clock.now(),
  })
  const there = newBrowser()
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person)
  const challenged = await link(there, refreshToken, 'freja@skovgaard.example')
  expect(challenged.statusCode).toBe(401)
  expect(challenged.json()).toMatchObject({ code: 'CHALLENGE_REQUESTED', result: 'CHALLENGE_REQUESTED' })
  expect((await signInAtProvider(newBrowser(), person)).statusCode).toBe(449)
  const { session } = challenged.json()
  const code = codeAt(demoCodeSecret, stepAt(clock.now()))
  const body = { session, username: 'freja@skovgaard.example', code }
  expect((await there.post('/auth/v1/mfa/verify', body)).statusCode).toBe(200)
  expect((await signInAtProvider(newBrowser(), person)).statusCode).toBe(200)
  expect((await link(there, refreshToken, 'mei@nordbygg.example')).statusCode).toBe(400)
})

test('E5: a recovery code completes a link as well, and the session is the provider’s', async () => {
  const email = 'hiro@kozo.example'
  const hashes = [hashSecret('ABCDEFGHIJKLMNOPQRSTUVWX')]
  const userId = personId(email)
  await db.transaction().execute((tx) => addRecoveryCodes(tx, { userId, hashes, left: 1, now: clock.now() }))
  const there = newBrowser()
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person)
  const { session } = (await link(there, refreshToken, email)).json()
  const body = { session, username: email, code: 'abcd-efgh-ijkl-mnop-qrst-uvwx' }
  const verified = await there.post('/auth/v1/mfa/verify', body)
  expect(verified.statusCode, verified.body).toBe(200)
  expect((await lastMail(email, 'recovery-code-used'))?.text).toContain('Recovery codes left: 0')
  expect(await lastMail(email, 'provider-linked')).toMatchObject(linkNotice(email, 'elsewhere'))
  const { sessions } = (await there.get('/auth/v1/sessions', bearer(verified.json().idToken))).json()
  expect(sessions[0]).toMatchObject({ method: 'federation', provider: 'Provider elsewhere', secondFactor: true })
  expect((await signInAtProvider(newBrowser(), person)).statusCode).toBe(200)
})

test('E6: a provider that was moved or is shut out by the account is not linked by a right password', async () => {
  await addProvider('moving')
  const there = newBrowser()
  const moved = await ticketFor(there, newcomer(), 'moving')
  await db.updateTable('sso_provider').set({ issuer: 'https://moved.example.com' }).where('id', '=', 'moving').execute()
  expect((await link(there, moved.refreshToken, 'sato@kozo.example', 'moving')).statusCode).toBe(403)
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person)
  const letIn = (allowed: string[]) =>
    db.updateTable('app_user').set({ allowed_providers: allowed }).where('email', '=', 'sato@kozo.example').execute()
  await letIn(['COGNITO'])
  const refused = await link(there, refreshToken, 'sato@kozo.example')
  await letIn([])
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'providerNotAllowed'])
  expect((await signInAtProvider(newBrowser(), person)).statusCode).toBe(449)
})

test('E6: a provider that is disabled before the second factor is given links nothing', async () => {
  await addProvider('shutting')
  const email = 'asa@vvsteknik.example'
  const userId = personId(email)
  await addFactor(db, openSecrets(platform.configuration), { userId, secret: demoCodeSecret, now: clock.now() })
  const there = newBrowser()
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person, 'shutting')
  const { session } = (await link(there, refreshToken, email, 'shutting')).json()
  await db.updateTable('sso_provider').set({ is_disabled: true }).where('id', '=', 'shutting').execute()
  const body = { session, username: email, code: codeAt(demoCodeSecret, stepAt(clock.now())) }
  const refused = await there.post('/auth/v1/mfa/verify', body)
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'invalidSession'])
  const linked = db.selectFrom('external_identity').select('id').where('subject', '=', person.subject).execute()
  expect(await linked).toEqual([])
})

test('a password that has to be reset first says so, and links nothing', async () => {
  const there = newBrowser()
  const { refreshToken } = await ticketFor(there, newcomer())
  const answer = await link(there, refreshToken, 'odd@nordbygg.example')
  expect(answer.statusCode).toBe(400)
  expect(answer.json().code).toBe('password_reset_needed')
})

test('F3: the one-time password of an invitation links nothing, and still lets in once', async () => {
  const email = 'temporary@elsewhere.example'
  const [userId, typed] = [uuidv7(), 'one-time Words 4711']
  const at = new Date(clock.now()).toISOString()
  await db.insertInto('app_user').values({ id: userId, email, created_at: at, updated_at: at }).execute()
  await db
    .insertInto('temporary_password')
    .values({
      user_id: userId,
      secret_hash: hashSecret(typed),
      created_at: at,
      expires_at: new Date(clock.now() + 3_600_000).toISOString(),
    })
    .execute()
  const there = newBrowser()
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person)
  const refused = await there.post(`${base}/link`, {
    provider: 'elsewhere',
    refreshToken,
    username: email,
    password: typed,
  })
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'invalid_grant'])
  expect((await signInAtProvider(newBrowser(), person)).statusCode).toBe(449)
  const recorded = db.selectFrom('audit_event').select(['action', 'reason']).where('actor_id', '=', userId).execute()
  expect(await recorded).toEqual([{ action: 'federation.link', reason: 'temporary' }])
  expect((await there.post('/auth/v1/login', { username: email, password: typed })).statusCode).toBe(200)
})

test('E5: a provider that owns the address signs its person in, verified and of its domains only', async () => {
  const claire = { subject: 'claire', email: 'claire@atelierdb.example', emailVerified: true }
  const signedIn = await signInAtProvider(newBrowser(), claire, 'owner')
  expect(signedIn.statusCode).toBe(200)
  const claires = 'claire@atelierdb.example'
  expect(await lastMail(claires, 'provider-linked')).toMatchObject(linkNotice(claires, 'owner'))
  const refused = [
    { subject: 'a', email: 'noor@elektro.example', emailVerified: false },
    // The address matches the expression, but not the domains.
    { subject: 'b', email: 'liam@survey.example', emailVerified: true },
    // The domain belongs to the provider, but the address does not match the expression.
    { subject: 'c', email: 'n00r@elektro.example', emailVerified: true },
  ]
  for (const person of refused) {
    const { linkingAllowed, proposedUsername } = await ticketFor(newBrowser(), person, 'owner')
    expect({ linkingAllowed, proposedUsername }).toEqual({ linkingAllowed: false, proposedUsername: undefined })
  }
})

test('E5: whoever gives the address that the provider verified and speaks for is signed in, even outside its expression', async () => {
  const [there, email] = [newBrowser(), 'n00r@elektro.example']
  const { refreshToken } = await ticketFor(there, { subject: 'outside', email, emailVerified: true }, 'owner')
  const created = await create(there, refreshToken, email, 'owner')
  expect([created.statusCode, created.json().result]).toEqual([200, 'SUCCESS'])
  expect((await there.get(readCurrentUser.path, bearer(created.json().idToken))).json().email).toBe(email)
  expect(await lastMail(email, 'provider-verify-address')).toBeUndefined()
})

test('E6: a provider that owns the address opens no account whose customer does not let it in', async () => {
  const helga = { subject: 'helga', email: 'helga@stalbygg.example', emailVerified: true }
  const refused = await signInAtProvider(newBrowser(), helga, 'owner')
  expect(refused.statusCode).toBe(403)
  expect(refused.json().code).toBe('providerNotAllowed')
  expect(await db.selectFrom('external_identity').select('id').where('subject', '=', 'helga').execute()).toEqual([])
})

/** A provider with `emailMatch` has mailed a proof link: opens that link, and returns the person. */
async function mailedLink(email: string, { rememberMe = false } = {}) {
  const [there, person] = [newBrowser(), newcomer()]
  const callback = { ...(await authorizeAs(there, person, 'owner')), rememberMe }
  const { refreshToken } = (await there.post(`${base}/loginwithcode`, callback)).json()
  expect((await create(there, refreshToken, email, 'owner')).json().result).toBe('VERIFICATION_REQUIRED')
  const code = codeOf(await lastMail(email, 'provider-verify-address'))
  const userId = personId(email)
  const linked = () =>
    db.selectFrom('external_identity').select('user_id').where('subject', '=', person.subject).execute()
  const links = async () => (await linked()).map(({ user_id }) => user_id)
  return { there, person, userId, links, open: () => there.post(`${base}/verify`, { code }) }
}

test('C7: a mailed link does not stand for the second factor of a proved account: with it, the account is linked', async () => {
  const email = 'jonas@nordbygg.example'
  const { there, person, userId, links, open } = await mailedLink(email)
  await addFactor(db, openSecrets(platform.configuration), { userId, secret: demoCodeSecret, now: clock.now() })
  const challenged = await open()
  expect(challenged.statusCode).toBe(401)
  expect(challenged.json()).toMatchObject({ code: 'CHALLENGE_REQUESTED', username: email })
  expect(await links()).toEqual([])
  expect((await signInAtProvider(newBrowser(), person, 'owner')).statusCode).toBe(449)
  expect((await open()).json().code).toBe('invalidCode')
  const verify = (code: string) =>
    there.post('/auth/v1/mfa/verify', { session: challenged.json().session, username: email, code })
  expect((await verify('AAAA-AAAA-AAAA-AAAA-AAAA-AAAA')).json().code).toBe('invalidCode')
  expect(await links()).toEqual([])
  const verified = await verify(codeAt(demoCodeSecret, stepAt(clock.now())))
  expect(verified.statusCode, verified.body).toBe(200)
  expect(await links()).toEqual([userId])
  expect(await lastMail(email, 'provider-linked')).toMatchObject(linkNotice(email, 'owner'))
  expect((await signInAtProvider(newBrowser(), person, 'owner')).statusCode).toBe(200)
})

test('C7: without a second factor the mailed link is enough, and a provider that stops owning addresses links nobody by it', async () => {
  const plain = await mailedLink('ola@nordbygg.example')
  expect((await plain.open()).json()).toEqual({ provider: 'owner' })
  expect(await plain.links()).toEqual([plain.userId])
  const email = 'lena@nordbygg.example'
  const { there, userId, links, open } = await mailedLink(email)
  await addFactor(db, openSecrets(platform.configuration), { userId, secret: demoCodeSecret, now: clock.now() })
  const { session } = (await open()).json()
  const owns = (email_match: boolean) =>
    db.updateTable('sso_provider').set({ email_match }).where('id', '=', 'owner').execute()
  await owns(false)
  const code = codeAt(demoCodeSecret, stepAt(clock.now()))
  const refused = await there.post('/auth/v1/mfa/verify', { session, username: email, code })
  await owns(true)
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'invalidSession'])
  expect(await links()).toEqual([])
})

test('D3: whether to stay signed in, asked before somebody leaves, holds for the sign-in after the mailed link', async () => {
  const plain = await mailedLink('sven@vvsteknik.example', { rememberMe: true })
  expect((await plain.open()).json()).toEqual({ provider: 'owner', rememberMe: true })
  const email = 'piotr@stalbud.example'
  const { there, userId, open } = await mailedLink(email, { rememberMe: true })
  await addFactor(db, openSecrets(platform.configuration), { userId, secret: demoCodeSecret, now: clock.now() })
  const { session } = (await open()).json()
  const code = codeAt(demoCodeSecret, stepAt(clock.now()))
  const verified = await there.post('/auth/v1/mfa/verify', { session, username: email, code })
  expect(verified.json()).toMatchObject({ result: 'SUCCESS', logoutWhenIdle: false })
})

test('D6: a mailed link that waits is void once the password was changed', async () => {
  const email = 'astrid@nordbygg.example'
  const { links, open } = await mailedLink(email)
  const page = newBrowser()
  const { idToken, accessToken } = (
    await page.post('/auth/v1/login', { username: email, password: demoPassword })
  ).json()
  const words = { accessToken, oldPassword: demoPassword, newPassword: 'purple crane lifts seven beams' }
  expect((await page.post('/auth/v1/change-password', words, bearer(idToken))).statusCode).toBe(204)
  expect((await open()).json().code).toBe('invalidCode')
  expect(await links()).toEqual([])
})

test('E5: one mailed link for an identity ends the others, and taking the link away ends those mailed since', async () => {
  const [email, person] = ['anna@nordbygg.example', newcomer()]
  const begun = async () => {
    const there = newBrowser()
    const { refreshToken } = await ticketFor(there, person, 'owner')
    const mail = async () => {
      await create(there, refreshToken, email, 'owner')
      return codeOf(await lastMail(email, 'provider-verify-address'))
    }
    return { mail, open: (code: string) => there.post(`${base}/verify`, { code }) }
  }
  const [first, second, third] = [await begun(), await begun(), await begun()]
  const [used, other] = [await first.mail(), await second.mail()]
  expect((await first.open(used)).json()).toEqual({ provider: 'owner' })
  expect((await second.open(other)).json().code).toBe('invalidCode')
  const later = await third.mail()
  const identities = db.selectFrom('external_identity').select('id').where('subject', '=', person.subject)
  const { id } = await identities.executeTakeFirstOrThrow()
  const unlinked = await as(email).inject({ method: 'DELETE', url: `/auth/v1/external-identities/${id}` })
  expect(unlinked.statusCode, unlinked.body).toBe(204)
  expect((await third.open(later)).json().code).toBe('invalidCode')
  expect(await identities.execute()).toEqual([])
})

test.each([
  ['proved before', 'kari@nordbygg.example'],
  ['not proved before', 'silje@nordbygg.example'],
])('E6: a provider that was shut out since the mail was sent is not linked by it: %s', async (what, email) => {
  const account = db.selectFrom('app_user').select('email_verified_at as provedAt').where('email', '=', email)
  const set = (values: { email_verified_at?: null; allowed_providers?: string[] }) =>
    db.updateTable('app_user').set(values).where('email', '=', email).execute()
  if (what === 'not proved before') await set({ email_verified_at: null })
  const { links, open } = await mailedLink(email)
  await set({ allowed_providers: ['COGNITO'] })
  expect((await open()).json().code).toBe('invalidCode')
  expect(await links()).toEqual([])
  // The mail proved the mailbox all the same.
  expect((await account.executeTakeFirstOrThrow()).provedAt).not.toBeNull()
  const recorded = db.selectFrom('audit_event').select(['result', 'reason']).where('action', '=', 'federation.link')
  expect(await recorded.where('actor_email', '=', email).execute()).toEqual([
    { result: 'failure', reason: 'providerNotAllowed' },
  ])
})

test('E5: nobody links by password where the address decides', async () => {
  const there = newBrowser()
  const person = { subject: 'new-at-owner', email: 'new.person@stalbygg.example', emailVerified: true }
  const { refreshToken, linkingAllowed, proposedUsername } = await ticketFor(there, person, 'owner')
  expect({ linkingAllowed, proposedUsername }).toEqual({ linkingAllowed: false, proposedUsername: person.email })
  expect((await link(there, refreshToken, 'liam@survey.example', 'owner')).statusCode).toBe(403)
  expect((await create(there, refreshToken, person.email, 'owner')).json().result).toBe('SUCCESS')
})

test('E5: a prepared account loses its password and sessions when the owner of its address arrives', async () => {
  const email = 'noor@elektro.example'
  await db.updateTable('app_user').set({ email_verified_at: null }).where('email', '=', email).execute()
  const squat = newBrowser()
  const squatter = await squat.post('/auth/v1/login', { username: email, password: demoPassword })
  expect(squatter.statusCode).toBe(200)
  const { accessToken, idToken } = squatter.json()
  const prepare = (call: string, body: object = {}) =>
    squat.post(`/auth/v1/mfa/${call}`, { accessToken, ...body }, bearer(idToken))
  const { secretCode } = (await prepare('associate')).json()
  expect((await prepare('enable', { code: codeAt(secretCode, stepAt(clock.now())) })).statusCode).toBe(200)
  const owner = await signInAtProvider(newBrowser(), { subject: 'noor', email, emailVerified: true }, 'owner')
  expect(owner.statusCode).toBe(200)
  expect((await newBrowser().get(readCurrentUser.path, bearer(squatter.json().idToken))).statusCode).toBe(401)
  expect((await newBrowser().get(readCurrentUser.path, bearer(owner.json().idToken))).statusCode).toBe(200)
  const again = await newBrowser().post('/auth/v1/login', { username: email, password: demoPassword })
  expect([again.statusCode, again.json().code]).toEqual([401, 'invalid_grant'])
  // A person identified by a provider is not asked for a phone number.
  const profile = await newBrowser().get(`/mgw/api/v3/user-profiles/${email}`, bearer(owner.json().idToken))
  expect(profile.json().data.attributes.externallyIdentified).toBe(true)
  for (const table of ['totp_factor', 'recovery_code', 'password_credential'] as const) {
    const left = db.selectFrom(table).select('user_id').where('user_id', '=', personId(email)).execute()
    expect(await left, table).toEqual([])
  }
})

test('E5: what another provider says of an address does not keep its owner out', async () => {
  const email = 'claimed.first@stalbygg.example'
  const there = newBrowser()
  const stranger = newcomer({ email })
  const { refreshToken } = await ticketFor(there, stranger)
  const { idToken } = (await create(there, refreshToken, email)).json()
  const verifiedAt = async () =>
    (await db.selectFrom('app_user').select('email_verified_at as at').where('email', '=', email).executeTakeFirst())
      ?.at
  expect(await verifiedAt()).toBeNull()
  const owner = await signInAtProvider(newBrowser(), { subject: 'claimed', email, emailVerified: true }, 'owner')
  expect(owner.statusCode).toBe(200)
  expect(await verifiedAt()).not.toBeNull()
  expect((await newBrowser().get(readCurrentUser.path, bearer(idToken))).statusCode).toBe(401)
  expect((await signInAtProvider(newBrowser(), stranger)).statusCode).toBe(449)
})

test('staff are not signed in by a provider, nor linked to one', async () => {
  const there = newBrowser()
  const { refreshToken } = await ticketFor(there, newcomer())
  expect((await link(there, refreshToken, 'kim@lintel.example')).statusCode).toBe(403)
})

test('the person who is signed in links a provider, sees it, and unlinks it with a fresh proof', async () => {
  const there = newBrowser()
  const person = newcomer()
  const { idToken } = (
    await there.post('/auth/v1/login', { username: 'mei@nordbygg.example', password: demoPassword })
  ).json()
  const linked = await there.post(`${base}/link`, await authorizeAs(there, person), bearer(idToken))
  expect(linked.json()).toEqual({ result: 'LINKED' })
  const isExternallyIdentified = async () =>
    (await as('mei').get(userProfiles, 'mei@nordbygg.example')).externallyIdentified
  expect(await isExternallyIdentified()).toBe(true)
  const federated = await signInAtProvider(newBrowser(), person)
  expect(federated.statusCode).toBe(200)
  const { identities } = (await there.get('/auth/v1/external-identities', bearer(idToken))).json()
  expect(identities).toHaveLength(1)
  const [{ id, ...rest }] = identities
  expect(externalIdentity.parse({ id, ...rest })).toMatchObject({ provider: 'elsewhere', email: person.email })

  expect((await as('kari').inject({ method: 'DELETE', url: `/auth/v1/external-identities/${id}` })).statusCode).toBe(
    404,
  )
  const token = (method: string, who = 'mei@nordbygg.example') => ({
    ...{ id: uuidv7(), customer_id: customerId('nordbygg'), user_id: personId(who), login_method: method },
    ...{ secret_hash: randomBytes(32), created_at: new Date(clock.now()).toISOString() },
    expires_at: new Date(clock.now() + 86_400_000).toISOString(),
  })
  const [byLink, byPassword] = [token('elsewhere'), token('COGNITO')]
  const ofOthers = token('elsewhere', 'kari@nordbygg.example')
  const wall = { ...token('elsewhere'), name: 'Lobby' }
  await db.insertInto('feed_token').values([byLink, byPassword, ofOthers]).execute()
  await db.insertInto('display_token').values(wall).execute()
  const mine = as('mei')
  const removed = await mine.inject({ method: 'DELETE', url: `/auth/v1/external-identities/${id}` })
  expect(removed.statusCode).toBe(204)
  const tokens = (table: 'feed_token' | 'display_token') =>
    db.selectFrom(table).select('id').where('end_reason', '=', 'access-withdrawn').execute()
  expect(await tokens('feed_token')).toEqual([{ id: byLink.id }])
  expect(await tokens('display_token')).toEqual([{ id: wall.id }])
  expect((await newBrowser().get(readCurrentUser.path, bearer(federated.json().idToken))).statusCode).toBe(401)
  expect((await signInAtProvider(newBrowser(), person)).statusCode).toBe(449)
  expect(await isExternallyIdentified()).toBe(false)
  const unlinked = await lastMail('mei@nordbygg.example', 'provider-unlinked')
  expect(unlinked).toMatchObject({
    to: 'mei@nordbygg.example',
    subject: 'Provider elsewhere no longer signs you in to Lintel',
  })
  expect(unlinked?.text).toContain('the link between your account and Provider elsewhere was removed')
  expect(unlinked?.text).toContain('IP address: 127.0.0.1')
})

test('E5: taking a link away voids what waits for the same identity: tickets, and second factors', async () => {
  const [owner, elsewhere, person] = [newBrowser(), newBrowser(), newcomer()]
  const { refreshToken: waiting } = await ticketFor(elsewhere, person)
  const { refreshToken } = await ticketFor(owner, person)
  const { idToken } = (await link(owner, refreshToken, 'ingrid@nordbygg.example')).json()
  const { identities } = (await owner.get('/auth/v1/external-identities', bearer(idToken))).json()
  const url = `/auth/v1/external-identities/${identities[0].id}`
  expect((await as('ingrid').inject({ method: 'DELETE', url })).statusCode).toBe(204)
  expect((await link(elsewhere, waiting, 'ingrid@nordbygg.example')).statusCode).toBe(400)
  expect((await create(elsewhere, waiting, person.email)).statusCode).toBe(400)
})

test('G9: linking and unlinking want a proof that is not older than ten minutes', async () => {
  const there = newBrowser()
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person)
  await link(there, refreshToken, 'sven@vvsteknik.example')
  const { id } = await db
    .selectFrom('external_identity')
    .select('id')
    .where('subject', '=', person.subject)
    .executeTakeFirstOrThrow()
  const { idToken } = (
    await there.post('/auth/v1/login', { username: 'sven@vvsteknik.example', password: demoPassword })
  ).json()
  await db
    .updateTable('session')
    .set({ proved_at: new Date(clock.now() - 601_000).toISOString() })
    .where('user_id', '=', personId('sven@vvsteknik.example'))
    .execute()
  const late = await there.post(`${base}/link`, await authorizeAs(there, newcomer()), bearer(idToken))
  expect(late.statusCode).toBe(403)
  expect(late.json().code).toBe('stepUpRequired')
  const svenNow = as('sven')
  expect((await svenNow.inject({ method: 'DELETE', url: `/auth/v1/external-identities/${id}` })).statusCode).toBe(204)
})

test('the only way in cannot be taken away', async () => {
  const there = newBrowser()
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person)
  const { idToken } = (await create(there, refreshToken, person.email)).json()
  const { identities } = (await there.get('/auth/v1/external-identities', bearer(idToken))).json()
  const refused = await as(person.email).inject({
    method: 'DELETE',
    url: `/auth/v1/external-identities/${identities[0].id}`,
  })
  expect(refused.statusCode).toBe(409)
  expect(refused.json().code ?? refused.json().errors[0].code).toBe('lastSignInMethod')
})

test('another identity is a way in while its provider signs people in', async () => {
  await addProvider('aside')
  const there = newBrowser()
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person)
  const { idToken } = (await create(there, refreshToken, person.email)).json()
  const { identities } = (await there.get('/auth/v1/external-identities', bearer(idToken))).json()
  const { id } = await accountOf(person.email)
  const now = new Date(clock.now()).toISOString()
  const other = { provider_id: 'aside', issuer: externalProvider.issuer, subject: person.subject, email: person.email }
  await db
    .insertInto('external_identity')
    .values({ id: uuidv7(), user_id: id, linked_at: now, ...other })
    .execute()
  const unlink = async () => {
    const url = `/auth/v1/external-identities/${identities[0].id}`
    return (await as(person.email).inject({ method: 'DELETE', url })).statusCode
  }
  const aside = () => db.updateTable('sso_provider').where('id', '=', 'aside')
  await aside().set({ is_disabled: true }).execute()
  expect(await unlink()).toBe(409)
  await aside().set({ is_disabled: false, issuer: 'https://other.example' }).execute()
  expect(await unlink()).toBe(409)
  await aside().set({ issuer: externalProvider.issuer }).execute()
  expect(await unlink()).toBe(204)
})

test('somebody else’s identity is a conflict', async () => {
  const there = newBrowser()
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person)
  await create(there, refreshToken, person.email)
  const { idToken } = (
    await there.post('/auth/v1/login', { username: 'sato@kozo.example', password: demoPassword })
  ).json()
  expect((await there.post(`${base}/link`, await authorizeAs(there, person), bearer(idToken))).statusCode).toBe(409)
})

test('S11: an address is matched to its provider, hidden or not, and to none', async () => {
  const match = async (email: string) => (await newBrowser().post(`${base}/match`, { email })).json()
  expect(await match('Runar@Stalbygg.example')).toMatchObject({ provider: 'owner' })
  expect(await match('somebody@nowhere.example')).toEqual({})
})

test('a company id is found whatever its signs and case, and an unknown one is not', async () => {
  const find = (companyId: string) => newBrowser().post(`${base}/company`, { companyId })
  const looks = { name: 'VVS-Teknik', icon: null, color: '#1f5f8b', textColor: '#ffffff' }
  expect((await find(' VVS-Teknik ')).json()).toEqual({ provider: 'vvsteknik', ...looks })
  for (const unknown of ['nobody', ' - ', '%']) {
    const answer = await find(unknown)
    expect(answer.statusCode).toBe(404)
    expect(answer.json().code).toBe('invalidCompanyId')
  }
})

test('B7: a company id that is unknown, disabled or not set up answers alike; a known one tells no more than its button', async () => {
  await addProvider('closed-company', { is_disabled: true })
  await addProvider('empty-company', { issuer: null, client_id: null, client_secret_encrypted: null })
  const find = (companyId: string) => newBrowser().post(`${base}/company`, { companyId })
  const [known, unknown] = [await find('vvsteknik'), await find('nobody')]
  for (const companyId of ['closed-company', 'empty-company', 'vvs%', '']) {
    expect([companyId, comparableResponse(await find(companyId))]).toEqual([companyId, comparableResponse(unknown)])
  }
  expect(comparableResponse(unknown)).toMatchObject({ statusCode: 404, json: { code: 'invalidCompanyId' } })
  // The specification reveals a known account by status and body; nothing else of the response may.
  expect(known.statusCode).toBe(200)
  expect(Object.keys(known.json()).sort()).toEqual(['color', 'icon', 'name', 'provider', 'textColor'])
  expect(Object.keys(comparableResponse(known).same).sort()).toEqual(
    Object.keys(comparableResponse(unknown).same).sort(),
  )
})

test('B7: which provider an address is led to is the same with an account and without', async () => {
  const match = (email: string) => newBrowser().post(`${base}/match`, { email })
  const pairs = [
    ['runar@stalbygg.example', 'nobody@stalbygg.example'],
    ['jonas@nordbygg.example', 'nobody@nordbygg.example'],
  ] as const
  for (const [known, unknown] of pairs) {
    expect(comparableResponse(await match(known))).toEqual(comparableResponse(await match(unknown)))
  }
})

/** A response without the parts that differ for every request. */
function comparableResponse({ statusCode, headers, body }: Awaited<ReturnType<Browser['post']>>) {
  const { date, 'x-request-id': id, 'content-length': length, ...same } = headers
  expect([typeof date, typeof id]).toEqual(['string', 'string'])
  const json = JSON.parse(body)
  for (const error of json.errors ?? []) delete error.id
  return { statusCode, same, json }
}

test('E10: signing out goes on at the provider, with the way back', async () => {
  await addProvider('leaving', {
    logout_uri: 'https://id.example.com/end?x=1',
    landing_page: 'https://id.example.com/',
  })
  await bindDomains('leaving', ['elsewhere.example'])
  const there = newBrowser()
  const person = newcomer()
  const { refreshToken } = await ticketFor(there, person, 'leaving')
  const { idToken } = (await create(there, refreshToken, person.email, 'leaving')).json()
  const { provider, logoutUri, landingPage } = (await there.get(`${base}/session`, bearer(idToken))).json()
  expect({ provider, landingPage }).toEqual({ provider: 'leaving', landingPage: 'https://id.example.com/' })
  const address = new URL(logoutUri)
  expect(address.origin).toBe('https://id.example.com')
  expect(address.searchParams.get('x')).toBe('1')
  expect(address.searchParams.get('redirect')).toBe('http://localhost:8080/')
  expect((await as('ola').inject({ method: 'GET', url: `${base}/session` })).json()).toEqual({})
})

test('an address that waits for its proof has no way in yet: an invitation and a reset still give it one', async () => {
  const email = 'waits@elsewhere.example'
  const there = newBrowser()
  const { refreshToken } = await ticketFor(there, newcomer())
  await create(there, refreshToken, email)
  const { id } = await accountOf(email)
  expect(await findRecipient(db, id)).toMatchObject({ email, signsIn: false })
  const resettable = await db.transaction().execute((tx) => lockResettable(tx, email, clock.now()))
  expect(resettable).toMatchObject({ id })
})

// Last test: from here on the clock of the provider is a day slow.
test('a mailed code is good for a day', async () => {
  const there = newBrowser()
  const { refreshToken } = await ticketFor(there, newcomer())
  await create(there, refreshToken, 'late@elsewhere.example')
  const code = codeOf(await lastMail('late@elsewhere.example', 'provider-verify-address'))
  clock.advance(24 * 3_600_000 + 1_000)
  expect((await there.post(`${base}/verify`, { code })).statusCode).toBe(400)
})

test('an account whose address nobody proved within the day goes, one that was proved stays', async () => {
  const accounts = async () => {
    const emails = ['late@elsewhere.example', 'chosen@elsewhere.example']
    const rows = await db.selectFrom('app_user').select('email').where('email', 'in', emails).orderBy('email').execute()
    return rows.map(({ email }) => email)
  }
  expect(await accounts()).toEqual(['chosen@elsewhere.example', 'late@elsewhere.example'])
  const { id } = await accountOf('late@elsewhere.example')
  await removeExpired(db, clock.now())
  expect(await accounts()).toEqual(['chosen@elsewhere.example'])
  // It is closed: nothing looks for it in all that may refer to an account.
  const closed = db.selectFrom('app_user').select(['email', 'deleted_at']).where('id', '=', id)
  expect(await closed.executeTakeFirst()).toEqual({
    email: expect.stringMatching(/^account-[0-9a-f]{12}@closed\.invalid$/),
    deleted_at: expect.any(String),
  })
  await removeExpired(db, clock.now())
  const codes = db.selectFrom('federation_verification').select('email').where('user_id', '=', id)
  expect(await codes.execute()).toEqual([])
})
