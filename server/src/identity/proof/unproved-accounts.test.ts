import { requestEmailProof } from '@lintel/contract/identity/email-proof'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { copyInvitationLink, invitations } from '@lintel/contract/people/invitations'
import { projectMembers } from '@lintel/contract/people/members'
import { lockedFields, missingFields, type UserProfile, userProfiles } from '@lintel/contract/people/user-profiles'
import { readCurrentUser } from '@lintel/contract/people/users'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { projectId } from '../../../demo/projects'
import { type Browser, browser } from '../../../test/browser'
import { withProvider } from '../../../test/federated-world'
import { runningProjectOf } from '../../../test/running-project'
import { worldWithMail } from '../../../test/world-with-mail'

const unlimited = { calls: 1_000_000, seconds: 60 }
const rates = {
  general: unlimited,
  signIn: unlimited,
  resetRequest: unlimited,
  providerMatch: unlimited,
  invite: unlimited,
}
const { app, as, db, clock, nextMailTo, mailsTo, untilIdle, addProvider, bindDomains, signInAtProvider } =
  await withProvider(await worldWithMail({ rates }))

/** Anna's customer Nordbygg and Gro's customer Fjellbane, which do not know of each other, with a project each. */
const harbour = projectId('NB-2041')
const tunnel = await runningProjectOf(db, 'Fjellbane Infra AS')

let made = 0
const newcomer = () => `chief${++made}@corp.example`
const passwords = { thief: 'a thief chose this password', owner: 'the owner chose this password' }

const invite = (by: string, project: string, email: string) =>
  as(by).post(projectMembers, { project, user: email, privilegeLevel: 10, providers: [] })
async function copyLink(by: string, email: string): Promise<URL> {
  const [invitation] = await as(by).list(invitations, { filter: { user: email } })
  const { link } = await as(by).call(copyInvitationLink, { parameters: { id: invitation?.id ?? '' } })
  return new URL(link)
}
const secretOf = (link: URL | undefined) => link?.searchParams.get('tmppass') ?? ''
const signIn = (from: Browser, username: string, password: string) =>
  from.post('/auth/v1/login', { username, password })
const bearer = (idToken: string) => ({ authorization: `Bearer ${idToken}` })
const setPassword = (from: Browser, email: string, idToken: string, password: string) =>
  from.post(`/mgw/api/v2/user-profiles/${email}/password`, { password }, bearer(idToken))
/** Signs in by the secret of a link, sets a password, and returns the bearer. */
async function comeBy(from: Browser, email: string, secret: string, password: string): Promise<string> {
  const { idToken } = (await signIn(from, email, secret)).json()
  const set = await setPassword(from, email, idToken, password)
  expect(set.statusCode).toBe(204)
  return idToken
}
const projectsOf = async (from: Browser, idToken: string): Promise<string[]> =>
  (await from.get(projectLinks.path, bearer(idToken))).json().data.map(({ id }: { id: string }) => id)
const open = async (from: Browser, idToken: string, project: string) =>
  (await from.post(`/mgw/api/v2/projects/${project}/opened`, {}, bearer(idToken))).statusCode
const meOf = async (from: Browser, idToken: string) => (await from.get(readCurrentUser.path, bearer(idToken))).json()
const proofOf = (email: string) =>
  db
    .selectFrom('app_user')
    .select(['email_verified_by as by', sql<boolean>`email_verified_at is not null`.as('isProved')])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
const resetBy = async (email: string, newPassword: string) => {
  const before = mailsTo(email).length
  await browser(app).post('/auth/v1/change-password/request', { username: email })
  const code = (await nextMailTo(email, before)).links[0]?.searchParams.get('code') ?? ''
  return browser(app).post('/auth/v1/change-password/confirm', { username: email, code, newPassword })
}

describe('an account whose mailbox nobody has proved', () => {
  test('F3: opens what the customer gave that made it to whoever has its copied link, and proves nothing', async () => {
    const email = newcomer()
    await invite('anna', harbour, email)
    const thief = browser(app)
    const idToken = await comeBy(thief, email, secretOf(await copyLink('anna', email)), passwords.thief)
    expect(await projectsOf(thief, idToken)).toEqual([harbour])
    expect(await proofOf(email)).toEqual({ by: null, isProved: false })
    expect(await meOf(thief, idToken)).toMatchObject({ email, emailProved: false })
  })

  test('F3: by the mailed link it is proved at once, and a password follows', async () => {
    const email = newcomer()
    await invite('anna', harbour, email)
    const owner = browser(app)
    const idToken = await comeBy(owner, email, secretOf((await nextMailTo(email)).links[0]), passwords.owner)
    expect(await proofOf(email)).toEqual({ by: 'mail', isProved: true })
    expect(await meOf(owner, idToken)).toMatchObject({ emailProved: true })
    // Control: access granted by another customer to a proved account is active at once.
    await invite('gro', tunnel, email)
    expect(await projectsOf(owner, idToken)).toEqual(expect.arrayContaining([harbour, tunnel]))
  })

  test('F3: keeps from the one who made it what another customer gives: taken by a copied link, removed, added elsewhere', async () => {
    const email = newcomer()
    const { id } = await invite('anna', harbour, email)
    const thief = browser(app)
    const idToken = await comeBy(thief, email, secretOf(await copyLink('anna', email)), passwords.thief)
    await as('anna').remove(projectMembers, id)
    await untilIdle()
    const before = mailsTo(email).length
    await invite('gro', tunnel, email)
    expect(await projectsOf(thief, idToken)).toEqual([])
    expect(await open(thief, idToken, tunnel)).toBe(404)
    const members = await thief.get(`${projectMembers.path}?filter[project]=${tunnel}`, bearer(idToken))
    expect(members.json().data).toEqual([])
    const again = (await signIn(browser(app), email, passwords.thief)).json()
    expect(await projectsOf(thief, again.idToken)).toEqual([])
    // The owner uses the mailed link, and the access of the thief ends: session, password and known browser.
    const owner = browser(app)
    const own = await comeBy(owner, email, secretOf((await nextMailTo(email, before)).links[0]), passwords.owner)
    expect(await projectsOf(owner, own)).toEqual([tunnel])
    expect(await open(owner, own, tunnel)).toBe(204)
    clock.advance(1_001)
    expect((await thief.get(readCurrentUser.path, bearer(idToken))).statusCode).toBe(401)
    expect((await thief.post('/auth/v1/refresh', {})).statusCode).toBe(401)
    expect((await signIn(browser(app), email, passwords.thief)).statusCode).toBe(401)
    expect((await signIn(browser(app), email, passwords.owner)).statusCode).toBe(200)
  })

  test('F3: and in the race: signed in by the link, invited by the other customer, and then the password is set', async () => {
    const email = newcomer()
    await invite('anna', harbour, email)
    const thief = browser(app)
    const { idToken } = (await signIn(thief, email, secretOf(await copyLink('anna', email)))).json()
    await untilIdle()
    const before = mailsTo(email).length
    await invite('gro', tunnel, email)
    expect((await setPassword(thief, email, idToken, passwords.thief)).statusCode).toBe(204)
    expect(await projectsOf(thief, idToken)).toEqual([harbour])
    expect(await open(thief, idToken, tunnel)).toBe(404)
    const [waiting] = await as('gro').list(invitations, { filter: { user: email } })
    expect(waiting?.state).toBe('pending')
    const [taken] = await as('anna').list(invitations, { filter: { user: email } })
    expect(taken?.state).toBe('accepted')
    // The mail of the other customer still signs in its owner and ends all other access.
    const owner = browser(app)
    const own = await comeBy(owner, email, secretOf((await nextMailTo(email, before)).links[0]), passwords.owner)
    expect((await projectsOf(owner, own)).toSorted()).toEqual([harbour, tunnel].toSorted())
    clock.advance(1_001)
    expect((await thief.get(readCurrentUser.path, bearer(idToken))).statusCode).toBe(401)
    expect((await signIn(browser(app), email, passwords.thief)).statusCode).toBe(401)
  })

  test('B7, F3: a copied link of another customer looks alike, opens nothing, and mails the person instead', async () => {
    const email = newcomer()
    await invite('anna', harbour, email)
    await invite('gro', tunnel, email)
    await untilIdle()
    const fresh = newcomer()
    await invite('gro', tunnel, fresh)
    const [unknown, known] = [await copyLink('gro', fresh), await copyLink('gro', email)]
    expect(known.pathname).toBe(unknown.pathname)
    expect([...known.searchParams.keys()]).toEqual([...unknown.searchParams.keys()])
    // Control: at the customer that created the account its own copied link signs in.
    expect((await signIn(browser(app), fresh, secretOf(unknown))).statusCode).toBe(200)
    const before = mailsTo(email).length
    const used = await signIn(browser(app), email, secretOf(known))
    expect([used.statusCode, used.json().code]).toEqual([403, 'emailProofMailed'])
    const mail = await nextMailTo(email, before)
    expect((await signIn(browser(app), email, secretOf(known))).json().code).toBe('emailProofMailed')
    await untilIdle()
    expect(mailsTo(email)).toHaveLength(before + 1)
    const owner = browser(app)
    const own = await comeBy(owner, email, secretOf(mail.links[0]), passwords.owner)
    expect((await projectsOf(owner, own)).toSorted()).toEqual([harbour, tunnel].toSorted())
  })

  test('B7, F3: a copied link looks alike for somebody who signs in already, and opens nothing of theirs', async () => {
    const email = 'mei@nordbygg.example'
    await invite('gro', tunnel, email)
    const link = await copyLink('gro', email)
    expect([link.pathname, [...link.searchParams.keys()]]).toEqual(['/login', ['email', 'tmppass']])
    const before = mailsTo(email).length
    expect((await signIn(browser(app), email, secretOf(link))).json().code).toBe('emailProofMailed')
    const { links } = await nextMailTo(email, before)
    expect(links[0]?.pathname).toBe(`/project-${tunnel}/`)
  })

  test('F3: a copied link does not open an account that its person proved meanwhile', async () => {
    const email = newcomer()
    await invite('anna', harbour, email)
    const mailed = secretOf((await nextMailTo(email)).links[0])
    expect((await signIn(browser(app), email, mailed)).statusCode).toBe(200)
    await invite('gro', tunnel, email)
    const copied = secretOf(await copyLink('anna', email))
    expect((await signIn(browser(app), email, copied)).json().code).toBe('emailProofMailed')
  })

  test('F3: its person asks for the proof where they are signed in, lands by the mail, and sees what waited', async () => {
    const email = newcomer()
    await invite('anna', harbour, email)
    const person = browser(app)
    const idToken = await comeBy(person, email, secretOf(await copyLink('anna', email)), passwords.thief)
    await invite('gro', tunnel, email)
    await untilIdle()
    const before = mailsTo(email).length
    const ask = () => person.post(requestEmailProof.path, {}, bearer(idToken))
    expect((await ask()).statusCode).toBe(202)
    const [link] = (await nextMailTo(email, before)).links
    expect([link?.pathname, link?.searchParams.get('for')]).toEqual(['/login', 'account'])
    // Opening the link does not consume it.
    await browser(app).get(`${link?.pathname}${link?.search}`)
    expect(await proofOf(email)).toMatchObject({ isProved: false })
    const own = await comeBy(person, email, secretOf(link), passwords.owner)
    expect((await projectsOf(person, own)).toSorted()).toEqual([harbour, tunnel].toSorted())
    expect(await meOf(person, own)).toMatchObject({ emailProved: true })
    // The mailbox is proved: no further proof is mailed.
    expect((await person.post(requestEmailProof.path, {}, bearer(own))).statusCode).toBe(202)
    await untilIdle()
    expect(mailsTo(email)).toHaveLength(before + 1)
  })

  test('asks three times in an hour, and is then told to wait', async () => {
    const email = newcomer()
    await invite('anna', harbour, email)
    const person = browser(app)
    const idToken = await comeBy(person, email, secretOf(await copyLink('anna', email)), passwords.thief)
    const ask = () => person.post(requestEmailProof.path, {}, bearer(idToken))
    for (let time = 0; time < 3; time++) expect((await ask()).statusCode).toBe(202)
    expect((await ask()).statusCode).toBe(429)
  })

  test('C7, F3: is proved by a code for a new password as well, which ends the password of whoever was there before', async () => {
    const email = newcomer()
    await invite('anna', harbour, email)
    const thief = browser(app)
    const idToken = await comeBy(thief, email, secretOf(await copyLink('anna', email)), passwords.thief)
    await invite('gro', tunnel, email)
    await untilIdle()
    expect((await resetBy(email, passwords.owner)).statusCode).toBe(204)
    expect(await proofOf(email)).toEqual({ by: 'mail', isProved: true })
    clock.advance(1_001)
    expect((await thief.get(readCurrentUser.path, bearer(idToken))).statusCode).toBe(401)
    const owner = browser(app)
    const own = (await signIn(owner, email, passwords.owner)).json()
    expect((await projectsOf(owner, own.idToken)).toSorted()).toEqual([harbour, tunnel].toSorted())
  })

  test('F3, G4: takes nothing along to another address, and is not made staff', async () => {
    const email = newcomer()
    await invite('anna', harbour, email)
    const thief = browser(app)
    const idToken = await comeBy(thief, email, secretOf(await copyLink('anna', email)), passwords.thief)
    const wanted = { email: 'mine@thief.example' }
    const changed = await thief.post(`/mgw/api/v2/user-profiles/${email}/email`, wanted, bearer(idToken))
    expect([changed.statusCode, changed.json().errors[0].code]).toEqual([403, 'emailNotProved'])
    const own = await as('mei').inject({
      method: 'POST',
      url: '/mgw/api/v2/user-profiles/mei@nordbygg.example/email',
      payload: { email: 'mei@elsewhere.example' },
    })
    expect(own.statusCode).toBe(202)
    const promote = (id: string) =>
      as('staff@lintel.example').inject({
        method: 'PATCH',
        url: `/mgw/api/v3/users/${id}`,
        headers: { 'content-type': jsonApiMediaType },
        payload: JSON.stringify({ data: { type: 'users', id, attributes: { role: 'rendra_staff' } } }),
      })
    const refused = await promote(email)
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([403, 'emailNotProved'])
    expect((await promote('lena@nordbygg.example')).statusCode).toBe(200)
  })

  test('what an account had before its mailbox mattered stays open, and what comes waits', async () => {
    const email = newcomer()
    await invite('anna', harbour, email)
    const person = browser(app)
    const idToken = await comeBy(person, email, secretOf(await copyLink('anna', email)), passwords.thief)
    await invite('gro', tunnel, email)
    expect(await projectsOf(person, idToken)).toEqual([harbour])
    // The state in which the migration leaves an existing membership.
    await db.updateTable('project_member').set({ awaits_proof: false }).where('project_id', '=', tunnel).execute()
    expect((await projectsOf(person, idToken)).toSorted()).toEqual([harbour, tunnel].toSorted())
  })
})

describe('an identity of a provider that does not speak for the address', () => {
  const create = (from: Browser, RefreshToken: string, ProposedUsername: string, Provider = 'elsewhere') =>
    from.post('/mgw/api/v2/federation/create', { Provider, ProposedUsername, RefreshToken })
  const asOwn = (email: string, subject: string) => ({
    subject,
    email,
    emailVerified: true,
    givenName: 'Mallory',
    familyName: 'Moe',
  })
  const profileOf = async (from: Browser, idToken: string, email: string): Promise<UserProfile> =>
    (await from.get(`${userProfiles.path}/${email}`, bearer(idToken))).json().data.attributes

  test('E5: makes no account by its `email_verified`: the address is proved by mail, for whoever asks', async () => {
    const email = newcomer()
    const squatter = browser(app)
    const offered = await signInAtProvider(squatter, asOwn(email, 'squatter-1'))
    const answer = await create(squatter, offered.json().refreshToken, email)
    expect(answer.json()).toEqual({ result: 'VERIFICATION_REQUIRED', username: email })
    expect((await signInAtProvider(squatter, asOwn(email, 'squatter-1'))).statusCode).toBe(449)
    await invite('gro', tunnel, email)
    expect((await signInAtProvider(squatter, asOwn(email, 'squatter-1'))).statusCode).toBe(449)
    // The owner of the mailbox still signs in by the invitation.
    const owner = browser(app)
    const mails = mailsTo(email, '/login')
    const mail = mails[0] ?? (await nextMailTo(email, 0, '/login'))
    const own = await comeBy(owner, email, secretOf(mail.links[0]), passwords.owner)
    expect(await projectsOf(owner, own)).toEqual([tunnel])
    // What the identity says of its own person is not said of the owner.
    const profile = await profileOf(owner, own, email)
    expect(profile).toMatchObject({ externallyIdentified: false, mustUpdateProfile: true })
    expect(lockedFields(profile)).toEqual([])
    expect(missingFields(profile)).toEqual(['givenName', 'familyName', 'organization', 'phone'])
  })

  test('E5: and with the mail it does: the legitimate way, which brings the names along', async () => {
    const email = newcomer()
    const person = browser(app)
    const offered = await signInAtProvider(person, asOwn(email, 'honest-1'))
    await create(person, offered.json().refreshToken, email)
    const [link] = (await nextMailTo(email)).links
    const code = link?.searchParams.get('verify') ?? ''
    expect((await person.post('/mgw/api/v2/federation/verify', { code })).statusCode).toBe(200)
    const signedIn = await signInAtProvider(person, asOwn(email, 'honest-1'))
    expect(signedIn.statusCode).toBe(200)
    expect(await proofOf(email)).toEqual({ by: 'mail', isProved: true })
    expect(await profileOf(person, signedIn.json().idToken, email)).toMatchObject({
      givenName: 'Mallory',
      familyName: 'Moe',
      externallyIdentified: true,
    })
  })

  test('J1: the link that comes with the mailed proof is in the audit log with its identity, and no further mail is sent', async () => {
    const email = newcomer()
    await invite('anna', harbour, email)
    await untilIdle()
    const before = mailsTo(email).length
    const person = browser(app)
    const offered = await signInAtProvider(person, asOwn(email, 'honest-3'))
    await create(person, offered.json().refreshToken, email)
    const code = (await nextMailTo(email, before)).links[0]?.searchParams.get('verify') ?? ''
    expect((await person.post('/mgw/api/v2/federation/verify', { code })).statusCode).toBe(200)
    const identity = await db
      .selectFrom('external_identity')
      .select(['id', 'user_id', 'provider_id', 'issuer', 'subject'])
      .where('subject', '=', 'honest-3')
      .executeTakeFirstOrThrow()
    const recorded = db
      .selectFrom('audit_event')
      .select(['result', 'actor_id', 'target_type', 'target_id', 'after'])
      .where('action', '=', 'federation.link')
      .where('actor_email', '=', email)
    expect(await recorded.execute()).toEqual([
      {
        result: 'success',
        actor_id: identity.user_id,
        target_type: 'external-identities',
        target_id: identity.id,
        after: { provider: identity.provider_id, issuer: identity.issuer, subject: identity.subject },
      },
    ])
    await untilIdle()
    expect(mailsTo(email)).toHaveLength(before + 1)
  })

  test('E5: of several who ask, the names are those of whoever has the mail; what an administrator wrote stays', async () => {
    const email = newcomer()
    await invite('anna', harbour, email)
    await db.updateTable('app_user').set({ given_name: 'Vera' }).where('email', '=', email).execute()
    const squatter = browser(app)
    const first = await signInAtProvider(squatter, asOwn(email, 'squatter-2'))
    await create(squatter, first.json().refreshToken, email)
    await untilIdle()
    const before = mailsTo(email).length
    const person = browser(app)
    const honest = { ...asOwn(email, 'honest-2'), givenName: 'Veronika', familyName: 'Vik' }
    await create(person, (await signInAtProvider(person, honest)).json().refreshToken, email)
    const { subject, links } = await nextMailTo(email, before)
    const verified = await person.post('/mgw/api/v2/federation/verify', {
      code: links[0]?.searchParams.get('verify') ?? '',
    })
    expect(verified.statusCode, `${subject}: ${verified.body}`).toBe(200)
    const { idToken } = (await signInAtProvider(person, honest)).json()
    expect(await profileOf(person, idToken, email)).toMatchObject({ givenName: 'Vera', familyName: 'Vik' })
  })

  test.each([true, false])('E5: keeps no owner out, whose own provider has emailMatch %s', async (emailMatch) => {
    const domain = `owned-${emailMatch}.example`
    const provider = `own-${emailMatch}`
    const email = `chief@${domain}`
    // An existing unproved account of a squatter, with an identity and a session.
    const squatter = browser(app)
    await addProvider(`squat-${emailMatch}`)
    await bindDomains(`squat-${emailMatch}`, [domain])
    const offered = await signInAtProvider(squatter, asOwn(email, `squat-${emailMatch}`), `squat-${emailMatch}`)
    const made = await create(squatter, offered.json().refreshToken, email, `squat-${emailMatch}`)
    expect(made.statusCode).toBe(200)
    await db
      .updateTable('app_user')
      .set({ email_verified_at: null, email_verified_by: null })
      .where('email', '=', email)
      .execute()
    await addProvider(provider, { email_match: emailMatch })
    await bindDomains(provider, [domain])
    await invite('gro', tunnel, email)
    expect(await projectsOf(squatter, made.json().idToken)).toEqual([])
    const owner = browser(app)
    const person = asOwn(email, `owner-${emailMatch}`)
    const came = await signInAtProvider(owner, person, provider)
    const signedIn = emailMatch ? came : await create(owner, came.json().refreshToken, email, provider)
    expect(signedIn.statusCode).toBe(200)
    expect(await projectsOf(owner, signedIn.json().idToken)).toEqual([tunnel])
    expect(await proofOf(email)).toEqual({ by: 'provider', isProved: true })
    clock.advance(1_001)
    expect((await squatter.get(readCurrentUser.path, bearer(made.json().idToken))).statusCode).toBe(401)
    const back = await signInAtProvider(browser(app), asOwn(email, `squat-${emailMatch}`), `squat-${emailMatch}`)
    expect(back.statusCode).toBe(449)
  })

  test('E5: keeps no owner out either, whose provider speaks for no domain: the mail decides', async () => {
    const email = newcomer()
    await invite('anna', harbour, email)
    const squatter = browser(app)
    const idToken = await comeBy(squatter, email, secretOf(await copyLink('anna', email)), passwords.thief)
    await untilIdle()
    const before = mailsTo(email).length
    const owner = browser(app)
    const offered = await signInAtProvider(owner, asOwn(email, 'late-owner'))
    const answer = await create(owner, offered.json().refreshToken, email)
    expect(answer.json()).toMatchObject({ result: 'VERIFICATION_REQUIRED' })
    const code = (await nextMailTo(email, before)).links[0]?.searchParams.get('verify') ?? ''
    expect((await owner.post('/mgw/api/v2/federation/verify', { code })).statusCode).toBe(200)
    expect((await signInAtProvider(owner, asOwn(email, 'late-owner'))).statusCode).toBe(200)
    clock.advance(1_001)
    expect((await squatter.get(readCurrentUser.path, bearer(idToken))).statusCode).toBe(401)
    expect((await signIn(browser(app), email, passwords.thief)).statusCode).toBe(401)
  })
})
