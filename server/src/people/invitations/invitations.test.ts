import { jsonApiMediaType, toRequest } from '@lintel/contract/jsonapi/document'
import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { copyInvitationLink, type Invitation, invitations, resendInvitation } from '@lintel/contract/people/invitations'
import { projectMembers } from '@lintel/contract/people/members'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { auditEventsDuring } from '../../../test/audit-events-during'
import { browser } from '../../../test/browser'
import { interceptStatements } from '../../../test/intercept-statements'
import { worldWithMail } from '../../../test/world-with-mail'

const unhurried = { calls: 100_000, seconds: 60 }
const rates = { general: unhurried, signIn: unhurried, guestLogin: unhurried, invite: { calls: 1_000, seconds: 60 } }
const { app, as, db, clock, server, mailsTo, nextMailTo, untilIdle, platform } = await worldWithMail({ rates })
const { beforeStatement } = interceptStatements(db)
const { publicUrl } = platform.configuration
const harbour = projectId('NB-2041')
const museum = projectId('NB-2042')
const newPassword = 'purple crane lifts seven beams'
const day = 86_400_000

let people = 0
/** A new email address. */
const newcomer = () => `newcomer${++people}@partner.example`
const add = (email: string, more: object = {}, by = 'kari', headers: Record<string, string> = {}) =>
  as(by).post(projectMembers, { project: harbour, user: email, privilegeLevel: 10, providers: [], ...more }, headers)
const invitationOf = async (email: string, by = 'kari'): Promise<Invitation> => {
  const [found] = await as(by).list(invitations, { filter: { user: email } })
  if (!found) throw new Error(`Nobody invited ${email}`)
  return found
}
const resend = (id: string, by = 'kari') => as(by).call(resendInvitation, { parameters: { id } })
const login = (username: string, password: string) => browser(app).post('/auth/v1/login', { username, password })
const tmppassOf = (link: URL | undefined) => link?.searchParams.get('tmppass') ?? ''
const setPassword = (email: string, idToken: string, password = newPassword) =>
  browser(app).post(`/mgw/api/v2/user-profiles/${email}/password`, { password }, { authorization: `Bearer ${idToken}` })
const rowsOf = async (email: string) => ({
  people: (await db.selectFrom('app_user').select('id').where('email', '=', email).execute()).length,
  memberships: (
    await db
      .selectFrom('project_member')
      .innerJoin('app_user', 'app_user.id', 'project_member.user_id')
      .select('project_id')
      .where('email', '=', email)
      .execute()
  ).length,
  invitations: (await db.selectFrom('invitation').select('id').where('email', '=', email).execute()).length,
})

describe('inviting somebody new', () => {
  test('F3, F4: writes membership, invitation and mail, whose link is ours, and keeps no secret', async () => {
    const email = newcomer()
    const member = await add(email)
    expect(member).toMatchObject({ invited: true, invitedBy: 'kari@nordbygg.example', privilegeLevel: 10 })
    const { text, links } = await nextMailTo(email)
    // Kari's language is Norwegian; a new person has none yet.
    expect(text).toContain('Kari Moen inviterer deg')
    const [link] = links
    expect(`${link?.origin}${link?.pathname}`).toBe(`${publicUrl}/login`)
    expect(link?.searchParams.get('email')).toBe(email)
    expect(tmppassOf(link)).toMatch(/^[\w-]{43}$/)
    const stored = await db.selectFrom('temporary_password').selectAll().execute()
    expect(stored.map(({ secret_hash }) => secret_hash.toString('base64url'))).not.toContain(tmppassOf(link))
    expect(await invitationOf(email)).toMatchObject({
      email,
      user: email,
      project: harbour,
      privilegeLevel: 10,
      state: 'pending',
      invitedBy: 'kari@nordbygg.example',
    })
  })

  test('F3, S5: the link is used up when a password is set by it, not when it is opened, and reaches nothing else', async () => {
    const email = newcomer()
    await add(email)
    const [link] = (await nextMailTo(email)).links
    for (let opened = 0; opened < 2; opened++) await browser(app).get(`${link?.pathname}${link?.search}`)
    const first = (await login(email, tmppassOf(link))).json()
    const { idToken, mustUpdatePassword } = (await login(email, tmppassOf(link))).json()
    expect([first.mustUpdatePassword, mustUpdatePassword]).toEqual([true, true])
    const outside = await browser(app).get('/mgw/api/v3/project-links', { authorization: `Bearer ${idToken}` })
    expect([outside.statusCode, outside.json().errors[0].code]).toEqual([403, 'passwordUpdateRequired'])
    expect((await invitationOf(email)).state).toBe('pending')
    expect((await setPassword(email, idToken)).statusCode).toBe(204)
    expect((await login(email, tmppassOf(link))).statusCode).toBe(401)
    expect((await login(email, newPassword)).json().mustUpdatePassword).toBeUndefined()
    expect((await invitationOf(email)).state).toBe('accepted')
    const person = db.selectFrom('app_user').select('email_verified_at').where('email', '=', email)
    expect((await person.executeTakeFirstOrThrow()).email_verified_at).not.toBeNull()
    // The other session opened by the link is ended (security D6).
    const other = await browser(app).get('/auth/v1/sessions', { authorization: `Bearer ${first.idToken}` })
    expect(other.json().code).toBe('sessionExpired')
  })

  test('J1: it is in the trail from being written to being used, and the link is not', async () => {
    const email = newcomer()
    const told = (run: () => Promise<unknown>) => auditEventsDuring(db, run)
    expect(await told(() => add(email))).toEqual([
      'users.create success',
      'invitations.create success',
      'project-members.create success',
    ])
    await nextMailTo(email)
    const { id } = await invitationOf(email)
    expect(await told(() => resend(id))).toEqual(['invitations.resend success'])
    const [link] = (await nextMailTo(email, 1)).links
    const tokens: string[] = []
    const come = async () => tokens.push((await login(email, tmppassOf(link))).json().idToken)
    expect((await told(come)).sort()).toEqual(['session.login success', 'users.prove-email success'])
    const set = () => setPassword(email, tokens[0] ?? '')
    expect((await told(set)).sort()).toEqual(['invitations.accept success', 'password.set success'])
    expect(await told(set)).toEqual([expect.stringContaining('access.denied failure')])
    expect(await told(() => login(email, tmppassOf(link)))).toEqual(['session.login failure wrongPassword'])
    const trail = JSON.stringify(await db.selectFrom('audit_event').selectAll().execute())
    expect(trail).not.toContain(tmppassOf(link))
  })

  test('S9: of two who came by one link, one sets the password', async () => {
    const email = newcomer()
    await add(email)
    const [link] = (await nextMailTo(email)).links
    const tokens = await Promise.all([1, 2, 3].map(async () => (await login(email, tmppassOf(link))).json().idToken))
    const set = await Promise.all(
      tokens.map((idToken, at) => setPassword(email, idToken, `the ${at}th of three passwords`)),
    )
    expect(set.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
    // Attempts at one account wait for each other: on a busy machine the last one may be told that the server is overloaded.
    for (const { statusCode } of set) expect([204, 401, 403, 503]).toContain(statusCode)
  })

  test('F3: it can be used for seven days, and says so afterwards', async () => {
    const email = newcomer()
    await add(email)
    const [link] = (await nextMailTo(email)).links
    const { id, sentAt, expiresAt } = await invitationOf(email)
    expect(Date.parse(expiresAt ?? '') - Date.parse(sentAt)).toBe(7 * day)
    await db
      .updateTable('invitation')
      .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
      .where('id', '=', id)
      .execute()
    await db
      .updateTable('temporary_password')
      .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
      .where('invitation_id', '=', id)
      .execute()
    expect((await login(email, tmppassOf(link))).statusCode).toBe(401)
    expect((await as('kari').list(invitations, { filter: { state: 'expired' } })).map((each) => each.id)).toContain(id)
    await resend(id)
    expect(await invitationOf(email)).toMatchObject({ id, state: 'pending' })
    const again = await nextMailTo(email, 1)
    expect((await login(email, tmppassOf(again.links[0]))).statusCode).toBe(200)
  })

  test('F3: sent again, the link before is of no use, and who came by it is out', async () => {
    const email = newcomer()
    await add(email)
    const [old] = (await nextMailTo(email)).links
    const { idToken } = (await login(email, tmppassOf(old))).json()
    const { id, version } = await invitationOf(email)
    await resend(id)
    const [fresh] = (await nextMailTo(email, 1)).links
    expect((await login(email, tmppassOf(old))).statusCode).toBe(401)
    clock.advance(1_001)
    expect((await setPassword(email, idToken)).statusCode).toBe(401)
    expect((await login(email, tmppassOf(fresh))).statusCode).toBe(200)
    expect((await invitationOf(email)).version).toBeGreaterThan(version)
  })

  test('F3: withdrawn, neither link nor membership is left; doing it twice is doing it once', async () => {
    const email = newcomer()
    await add(email)
    const [link] = (await nextMailTo(email)).links
    const { idToken } = (await login(email, tmppassOf(link))).json()
    const { id } = await invitationOf(email)
    await as('kari').remove(invitations, id)
    await as('kari').remove(invitations, id)
    expect(await invitationOf(email)).toMatchObject({ id, state: 'revoked' })
    expect((await login(email, tmppassOf(link))).statusCode).toBe(401)
    clock.advance(1_001)
    expect((await setPassword(email, idToken)).statusCode).toBe(401)
    expect(await as('kari').list(projectMembers, { filter: { project: harbour, user: email } })).toEqual([])
    await expect(resend(id)).rejects.toMatchObject({ code: 'conflict' })
    // Inviting again creates a second invitation.
    await add(email)
    expect((await as('kari').list(invitations, { filter: { user: email } })).map(({ state }) => state).sort()).toEqual([
      'pending',
      'revoked',
    ])
  })

  test('F3: one that is withdrawn at the moment when it is sent again stays withdrawn, and nobody is written to', async () => {
    const email = newcomer()
    await add(email)
    await nextMailTo(email)
    const { id } = await invitationOf(email)
    beforeStatement('from "invitation" where "id" = $1 for update', () => as('kari').remove(invitations, id))
    await expect(resend(id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await invitationOf(email)).toMatchObject({ id, state: 'revoked' })
    await untilIdle()
    expect(mailsTo(email)).toHaveLength(1)
  })

  test('F3: a membership that is withdrawn takes its invitation with it', async () => {
    for (const end of [
      (id: string) => as('kari').remove(projectMembers, id),
      (id: string) =>
        as('kari').inject({
          method: 'PATCH',
          url: `${projectMembers.path}/${id}`,
          headers: { 'content-type': jsonApiMediaType },
          payload: JSON.stringify(toRequest(projectMembers, { privilegeLevel: 0 }, id)),
        }),
    ]) {
      const email = newcomer()
      const { id } = await add(email)
      const [link] = (await nextMailTo(email)).links
      await end(id)
      expect((await invitationOf(email)).state).toBe('revoked')
      expect((await login(email, tmppassOf(link))).statusCode).toBe(401)
    }
  })

  test('F3: one that was taken up is ended as a membership, not as an invitation, and is not sent again', async () => {
    const email = newcomer()
    await add(email)
    const [link] = (await nextMailTo(email)).links
    await setPassword(email, (await login(email, tmppassOf(link))).json().idToken)
    const { id } = await invitationOf(email)
    await expect(as('kari').remove(invitations, id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(resend(id)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('F3: an invitation to a second project brings a link that works, and one password answers both', async () => {
    const email = newcomer()
    await add(email)
    await nextMailTo(email)
    await add(email, { project: museum }, 'anna')
    const [second] = (await nextMailTo(email, 1)).links
    await setPassword(email, (await login(email, tmppassOf(second))).json().idToken)
    const both = await as('anna').list(invitations, { filter: { user: email } })
    expect(both.map(({ state }) => state)).toEqual(['accepted', 'accepted'])
  })

  test('F1, F3: a password by a mailed code ends the invitation’s as well', async () => {
    const email = newcomer()
    await add(email)
    const [link] = (await nextMailTo(email)).links
    await browser(app).post('/auth/v1/change-password/request', { username: email })
    const code = (await nextMailTo(email, 1)).links[0]?.searchParams.get('code') ?? ''
    const set = await browser(app).post('/auth/v1/change-password/confirm', { username: email, code, newPassword })
    expect(set.statusCode).toBe(204)
    expect((await login(email, tmppassOf(link))).statusCode).toBe(401)
    expect((await login(email, newPassword)).statusCode).toBe(200)
    expect((await invitationOf(email)).state).toBe('accepted')
  })

  test('nobody is written to whose membership is added without an invitation', async () => {
    const email = newcomer()
    expect(await add(email, { sendInvitation: false })).toMatchObject({ invited: false, invitedBy: null })
    await untilIdle()
    expect(mailsTo(email)).toEqual([])
    expect(await as('kari').list(invitations, { filter: { user: email } })).toEqual([])
  })
})

describe('inviting somebody who signs in already', () => {
  test('shows the way to the project and needs no secret; opening it takes the invitation up', async () => {
    const email = 'lena@nordbygg.example'
    await add(email)
    const { links, text } = await nextMailTo(email)
    expect(links[0]?.href).toBe(`${publicUrl}/project-${harbour}/`)
    expect(text).not.toMatch(/tmppass|id=/)
    const invitation = await invitationOf(email)
    expect(invitation).toMatchObject({ state: 'pending', expiresAt: null })
    expect((await login(email, demoPassword)).json().mustUpdatePassword).toBeUndefined()
    await as('lena').inject({ method: 'POST', url: `/mgw/api/v2/projects/${harbour}/opened` })
    expect((await invitationOf(email)).state).toBe('accepted')
  })

  test('an account that only a provider signs in gets no password by being invited', async () => {
    const email = 'runar@stalbygg.example'
    await add(email, { project: museum }, 'anna')
    const { links } = await nextMailTo(email)
    expect(links[0]?.pathname).toBe(`/project-${museum}/`)
    const person = await db
      .selectFrom('app_user')
      .select(['id', 'must_update_password'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(person.must_update_password).toBe(false)
    expect(
      await db.selectFrom('temporary_password').select('user_id').where('user_id', '=', person.id).execute(),
    ).toEqual([])
  })

  test('an account whose provider no longer signs anybody in gets a first password by mail, and by no copied link', async () => {
    const email = 'runar@stalbygg.example'
    const provider = db.updateTable('sso_provider').where('id', '=', 'stalbyggost')
    await provider.set({ is_disabled: true }).execute()
    const before = mailsTo(email).length
    const { id } = await invitationOf(email, 'anna')
    await resend(id, 'anna')
    const mailed = tmppassOf((await nextMailTo(email, before)).links[0])
    const copied = await as('anna').call(copyInvitationLink, { parameters: { id } })
    expect((await login(email, mailed)).statusCode).toBe(401)
    const refused = await login(email, tmppassOf(new URL(copied.link)))
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'emailProofMailed'])
    const instead = tmppassOf((await nextMailTo(email, before + 1)).links[0])
    const { idToken, mustUpdatePassword } = (await login(email, instead)).json()
    expect(mustUpdatePassword).toBe(true)
    expect((await setPassword(email, idToken)).statusCode).toBe(204)
    expect((await login(email, newPassword)).json().mustUpdatePassword).toBeUndefined()
    await provider.set({ is_disabled: false }).execute()
  })
})

describe('K9: asked twice', () => {
  test('K9: the same creation with the same key is one person, one membership, one invitation, one mail', async () => {
    const email = newcomer()
    const key = { 'idempotency-key': 'invite-once-0001' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => add(email, {}, 'kari', key)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    await untilIdle()
    expect(mailsTo(email)).toHaveLength(1)
    expect(await rowsOf(email)).toEqual({ people: 1, memberships: 1, invitations: 1 })
  })

  test('K9: without a key, person and project are the key', async () => {
    const email = newcomer()
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => add(email)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'alreadyMember' })
    }
    await untilIdle()
    expect(mailsTo(email)).toHaveLength(1)
    expect(await rowsOf(email)).toEqual({ people: 1, memberships: 1, invitations: 1 })
  })

  test('F7: what fails after the invitation was written leaves nothing of it', async () => {
    const email = newcomer()
    await expect(add(email, { providers: ['nowhere'] })).rejects.toMatchObject({ status: 422 })
    expect(await rowsOf(email)).toEqual({ people: 0, memberships: 0, invitations: 0 })
  })
})

describe('who may', () => {
  test('administrators of the project and its customer see whom it waits for, nobody else does', async () => {
    const email = newcomer()
    await add(email)
    const { id } = await invitationOf(email)
    for (const name of ['kari', 'ola', 'anna', 'astrid', 'staff']) {
      expect((await as(name).list(invitations, { filter: { project: harbour } })).map((each) => each.id)).toContain(id)
    }
    for (const name of ['mei', 'gro']) {
      expect(await as(name).list(invitations, { filter: { project: harbour } })).toEqual([])
      await expect(as(name).get(invitations, id)).rejects.toMatchObject({ status: 404 })
      await expect(resend(id, name)).rejects.toMatchObject({ status: 404 })
      await expect(as(name).remove(invitations, id)).rejects.toMatchObject({ status: 404 })
    }
    // A project administrator sees nothing of other projects.
    await add(newcomer(), { project: museum }, 'anna')
    const seen = await as('kari').list(invitations, {})
    expect(seen.map(({ project }) => project)).toContain(harbour)
    expect(seen.map(({ project }) => project)).not.toContain(museum)
  })

  test('G5: nobody withdraws or sends what they could not have given', async () => {
    const email = newcomer()
    await add(email, { privilegeLevel: 20 }, 'ola')
    const { id } = await invitationOf(email)
    await expect(resend(id)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(as('kari').remove(invitations, id)).rejects.toMatchObject({ code: 'forbidden' })
    await resend(id, 'ola')
    await as('ola').remove(invitations, id)
  })

  test('B4: one person sends sixty in an hour, whatever they ask for at once, and is told when to go on', async () => {
    const metered = await worldWithMail({ rates: { general: unhurried } })
    const send = (at: number) =>
      metered.as('kari').post(projectMembers, {
        project: harbour,
        user: `rush${at}@partner.example`,
        privilegeLevel: 10,
        providers: [],
      })
    await send(0)
    // The previous fifty-seven, each with its mail.
    await sql`
      with sent as (
        insert into mail (id, kind, user_id, state, created_at, settled_at)
        select gen_random_uuid(), kind, user_id, 'sent', created_at, created_at from mail, generate_series(1, 57)
        where kind = 'first-invitation' returning id
      )
      insert into invitation_mail (mail_id, invitation_id, sent_by, sent_at)
      select sent.id, first.invitation_id, first.sent_by, first.sent_at from sent, invitation_mail as first`.execute(
      metered.db,
    )
    const first = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(send))
    expect(first.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const refused = first.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['tooManyRequests']))
    const [invitation] = await metered.as('kari').list(invitations, { filter: { project: harbour } })
    await expect(
      metered.as('kari').call(resendInvitation, { parameters: { id: invitation?.id ?? '' } }),
    ).rejects.toMatchObject({ code: 'tooManyRequests' })
    metered.clock.advance(3_600_000)
    await send(99)
  })
})

describe('B4: many who gain their first access at once', async () => {
  const hourMs = 3_600_000
  const paced = await worldWithMail({ rates: { ...rates, invite: { calls: 3, seconds: 3_600 } } })
  const customer = customerId('nordbygg')
  const start = paced.clock.now()
  /** Adds new people, each with a role in a project, by one change set. */
  async function giveAccess(count: number) {
    const emails = Array.from({ length: count }, newcomer)
    for (const newUserEmail of emails) {
      await paced.as('astrid').post(customerUserProfiles, { customer, newUserEmail } as never)
    }
    const cells = emails.map((user) => ({ user, project: museum, level: 10 }))
    const given = { kind: 'roles', customer, input: { cells }, apply: 'whenClean' }
    const set = await paced.as('astrid').post(changeSets, given as never)
    expect(set.state).toBe('applied')
    return { emails, set: set.id }
  }
  /** Hours from the start after which each of them is mailed. */
  const hoursOf = async (emails: readonly string[]) => {
    const rows = await paced.db
      .selectFrom('invitation_mail as noted')
      .innerJoin('invitation', 'invitation.id', 'noted.invitation_id')
      .select(['invitation.email', 'noted.sent_at'])
      .where('invitation.email', 'in', emails)
      .execute()
    const hours = new Map(rows.map(({ email, sent_at }) => [email, Math.floor((Date.parse(sent_at) - start) / hourMs)]))
    return emails.map((email) => hours.get(email) ?? null)
  }
  const inviteByHand = (email: string) =>
    paced.as('astrid').post(projectMembers, { project: museum, user: email, privilegeLevel: 10, providers: [] })
  const undo = (id: string) => paced.as('astrid').call(undoChangeSet, { parameters: { id }, body: {} })

  test('go out in the hours that follow, after those before them, and outside what is sent by hand', async () => {
    const first = await giveAccess(5)
    const second = await giveAccess(5)
    expect(await hoursOf(first.emails)).toEqual([0, 0, 0, 1, 1])
    expect(await hoursOf(second.emails)).toEqual([1, 2, 2, 2, 3])
    for (let sent = 0; sent < 3; sent++) await inviteByHand(newcomer())
    await expect(inviteByHand(newcomer())).rejects.toMatchObject({ code: 'tooManyRequests' })

    await paced.untilIdle()
    expect(await undo(first.set)).toMatchObject({ state: 'undone' })
    expect(await hoursOf(first.emails)).toEqual([0, 0, 0, null, null])
    await undo(second.set)
    // The slots of withdrawn mails are free again.
    const third = await giveAccess(2)
    expect(await hoursOf(third.emails)).toEqual([1, 1])

    paced.clock.advance(4 * hourMs)
    await paced.untilIdle()
    const mailed = (emails: readonly string[]) => emails.filter((email) => paced.mailsTo(email).length > 0)
    expect(mailed(first.emails)).toEqual(first.emails.slice(0, 3))
    expect(mailed(second.emails)).toEqual([])
    expect(mailed(third.emails)).toEqual(third.emails)
    const waiting = paced.db.selectFrom('mail').select('id').where('state', '=', 'waiting')
    expect(await waiting.execute()).toEqual([])
  })
})

describe('K3: a mail server with its days', () => {
  const mailJobs = () =>
    db
      .selectFrom('job')
      .select(['leased_by', 'attempts'])
      .where('kind', '=', 'mail.send')
      .where('state', '=', 'waiting')
  /** Runs an action that sends mail while the mail server refuses temporarily, until delivery was attempted. */
  async function whileAway<T>(run: () => Promise<T>): Promise<T> {
    server.behaviour = { refuses: 451, at: 'content' }
    const before = server.attempts
    const done = await run()
    await expect.poll(() => server.attempts).toBeGreaterThan(before)
    await expect.poll(async () => (await mailJobs().where('leased_by', 'is not', null).execute()).length).toBe(0)
    return done
  }
  async function serverIsBack(): Promise<void> {
    server.behaviour = 'takes'
    clock.advance(61_000)
    await untilIdle()
  }
  const mailsOf = (invitation: string) =>
    db
      .selectFrom('mail')
      .innerJoin('invitation_mail', 'invitation_mail.mail_id', 'mail.id')
      .select(['mail.state', sql<boolean>`mail.values_encrypted is not null`.as('isSealed')])
      .where('invitation_mail.invitation_id', '=', invitation)
      .execute()

  test('K3: an address that is refused for good makes the invitation bounce, and it can be sent again', async () => {
    const email = newcomer()
    server.behaviour = { refuses: 550, at: 'recipient' }
    await add(email)
    await expect.poll(async () => (await invitationOf(email)).state).toBe('bounced')
    server.behaviour = 'takes'
    const { id } = await invitationOf(email)
    const trail = db.selectFrom('audit_event').select(['action', 'result']).where('target_id', '=', id).orderBy('id')
    expect((await trail.execute()).map(({ action }) => action)).toEqual(['invitations.create', 'invitations.bounce'])
    await resend(id)
    expect((await invitationOf(email)).state).toBe('pending')
    expect(tmppassOf((await nextMailTo(email)).links[0])).toMatch(/^[\w-]{43}$/)
  })

  test('K3: while it says nothing, refuses for now or hangs up, nobody waits; each mail arrives later, once', async () => {
    const slow = await worldWithMail({ rates }, 500)
    const mailJobs = () => slow.db.selectFrom('job').select(['leased_by', 'attempts']).where('kind', '=', 'mail.send')
    for (const behaviour of ['falls silent', 'hangs up', { refuses: 451, at: 'content' }] as const) {
      slow.server.behaviour = behaviour
      const email = newcomer()
      await slow.as('kari').post(projectMembers, { project: harbour, user: email, privilegeLevel: 10, providers: [] })
      const asked = await browser(slow.app).post('/auth/v1/change-password/request', {
        username: 'ola@nordbygg.example',
      })
      expect(asked.statusCode).toBe(202)
      await expect
        .poll(async () => (await mailJobs().execute()).map((job) => [job.leased_by, job.attempts]))
        .toEqual([
          [null, 1],
          [null, 1],
        ])
      expect(slow.mailsTo(email)).toEqual([])
      slow.server.behaviour = 'takes'
      slow.clock.advance(61_000)
      await slow.nextMailTo(email)
      await slow.untilIdle()
      expect(slow.mailsTo(email)).toHaveLength(1)
      slow.clock.advance(3_600_000)
    }
    expect(slow.mailsTo('ola@nordbygg.example')).toHaveLength(3)
  })

  test('F3: one that is withdrawn before its mail is sent is not mailed any more, and its secrets are wiped', async () => {
    for (const end of [
      (_member: string, id: string) => as('kari').remove(invitations, id),
      (member: string) => as('kari').remove(projectMembers, member),
    ]) {
      const email = newcomer()
      const { id: member } = await whileAway(() => add(email))
      const { id } = await invitationOf(email)
      expect(await mailsOf(id)).toEqual([{ state: 'waiting', isSealed: true }])
      await end(member, id)
      expect(await mailsOf(id)).toEqual([{ state: 'dead', isSealed: false }])
      await serverIsBack()
      expect(mailsTo(email)).toEqual([])
      expect((await invitationOf(email)).state).toBe('revoked')
    }
  })

  test('F3: sent again or copied before its mail is sent, the link that is of no use any more is not mailed', async () => {
    const email = newcomer()
    await whileAway(() => add(email))
    const { id } = await invitationOf(email)
    await whileAway(() => resend(id))
    await serverIsBack()
    const [mail, ...others] = mailsTo(email)
    expect(others).toEqual([])
    expect((await login(email, tmppassOf(mail?.links[0]))).statusCode).toBe(200)
    await whileAway(() => resend(id))
    await as('astrid').call(copyInvitationLink, { parameters: { id } })
    await serverIsBack()
    expect(mailsTo(email)).toHaveLength(1)
    expect((await mailsOf(id)).map(({ state }) => state).sort()).toEqual(['dead', 'dead', 'sent'])
  })

  test('a copied link to a project, which is no secret, leaves its mail to be sent', async () => {
    const email = 'lena@nordbygg.example'
    await whileAway(() => add(email, { project: museum }, 'anna'))
    const [{ id } = { id: '' }] = await as('anna').list(invitations, { filter: { user: email, project: museum } })
    await as('astrid').call(copyInvitationLink, { parameters: { id } })
    await serverIsBack()
    expect(mailsTo(email).at(-1)?.links[0]?.pathname).toBe(`/project-${museum}/`)
  })

  test('K3: the answers are there while the mail server says nothing at all', async () => {
    // Longer than the test timeout: waiting for it would fail the test.
    const idle = await worldWithMail({ rates }, 120_000)
    idle.server.behaviour = 'falls silent'
    const email = newcomer()
    await idle.as('kari').post(projectMembers, { project: harbour, user: email, privilegeLevel: 10, providers: [] })
    const asked = await browser(idle.app).post('/auth/v1/change-password/request', { username: 'ola@nordbygg.example' })
    expect(asked.statusCode).toBe(202)
    await expect.poll(() => idle.server.attempts).toBe(2)
    expect(idle.mailsTo(email)).toEqual([])
  })
})
