import { changeSets } from '@lintel/contract/people/change-sets'
import { copyInvitationLink, invitations, resendInvitation } from '@lintel/contract/people/invitations'
import { projectMembers } from '@lintel/contract/people/members'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { browser } from '../../../test/browser'
import { runningProjectOf } from '../../../test/running-project'
import { worldWithMail } from '../../../test/world-with-mail'

const unlimited = { calls: 1_000_000, seconds: 60 }
const { app, as, db, clock, nextMailTo, mailsTo, untilIdle } = await worldWithMail({
  rates: { general: unlimited, signIn: unlimited, guestLogin: unlimited, invite: unlimited },
})

/** Anna's customer Nordbygg and Gro's customer Fjellbane, which do not know of each other, with a project each. */
const harbour = projectId('NB-2041')
const tunnel = await runningProjectOf(db, 'Fjellbane Infra AS')

let made = 0
const newcomer = () => `visitor${++made}@corp.example`
const bearer = (idToken: string) => ({ authorization: `Bearer ${idToken}` })
const idOf = (link: URL | undefined) => link?.searchParams.get('id') ?? ''
const inviteGuest = (by: string, project: string, email: string) =>
  as(by).post(projectMembers, { project, user: email, privilegeLevel: 5, providers: [] })
const mailedId = async (email: string, after = 0) => idOf((await nextMailTo(email, after, '/guest')).links[0])
const invitationOf = async (by: string, email: string) => {
  const [invitation] = await as(by).list(invitations, { filter: { user: email } })
  return { parameters: { id: invitation?.id ?? '' } }
}
async function copiedLink(by: string, email: string): Promise<URL> {
  const { link } = await as(by).call(copyInvitationLink, await invitationOf(by, email))
  return new URL(link)
}
const enter = (id: string) => browser(app).post(`/mgw/api/v2/guest-login/${id}`, {})
const codeOf = async (id: string) => {
  const answer = await enter(id)
  return [answer.statusCode, answer.json().code ?? answer.json().errors?.[0]?.code]
}
const noLink = [401, 'invalid_grant']
const isIn = [200, undefined]
const projectsOf = async (idToken: string): Promise<string[]> =>
  (await browser(app).get(projectLinks.path, bearer(idToken))).json().data.map(({ id }: { id: string }) => id)
const proofOf = (email: string) =>
  db
    .selectFrom('app_user')
    .select(['email_verified_by as by', sql<boolean>`email_verified_at is not null`.as('isProved')])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
const endOf = (user: string) => ({
  kind: 'roles' as const,
  customer: customerId('nordbygg'),
  input: { cells: [{ user, project: harbour, level: 0 as const }] },
  apply: 'whenClean' as const,
})
const unproved = { by: null, isProved: false }
const provedByMail = { by: 'mail', isProved: true }

describe('a guest whose mailbox nobody has proved', () => {
  test('F3, S12: proves it by using the mailed link; opening its page proves nothing', async () => {
    const email = newcomer()
    await inviteGuest('anna', harbour, email)
    const id = await mailedId(email)
    await browser(app).get(`/guest?id=${id}`)
    expect(await proofOf(email)).toEqual(unproved)
    const { idToken } = (await enter(id)).json()
    expect(await projectsOf(idToken)).toEqual([harbour])
    expect(await proofOf(email)).toEqual(provedByMail)
    // The link stays valid, and a second use records no second proof.
    expect(await codeOf(id)).toEqual(isIn)
    const proofs = db.selectFrom('audit_event').select('actor_email').where('action', '=', 'users.prove-email')
    expect((await proofs.where('target_id', '=', email).execute()).map((event) => event.actor_email)).toEqual([email])
  })

  test('F3: of ten uses of the mailed link at once all let in, and one is the proof', async () => {
    const email = newcomer()
    await inviteGuest('anna', harbour, email)
    const id = await mailedId(email)
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter(id)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
    const proofs = db.selectFrom('audit_event').select('id').where('action', '=', 'users.prove-email')
    expect(await proofs.where('target_id', '=', email).execute()).toHaveLength(1)
  })

  test('F3: is let in by a link that the customer copied that made the account, and nothing is proved', async () => {
    const email = newcomer()
    await inviteGuest('anna', harbour, email)
    const mailed = await mailedId(email)
    const copied = idOf(await copiedLink('anna', email))
    expect(await codeOf(mailed)).toEqual(noLink)
    const { idToken } = (await enter(copied)).json()
    expect(await projectsOf(idToken)).toEqual([harbour])
    expect(await proofOf(email)).toEqual(unproved)
    // The secret of the link is not accepted as a password.
    const asPassword = await browser(app).post('/auth/v1/login', { username: email, password: copied })
    expect(asPassword.statusCode).toBe(401)
  })

  test('C7, F3: a proof ends the copied link and the sessions that it opened; one that is copied later opens', async () => {
    const email = newcomer()
    await inviteGuest('anna', harbour, email)
    const copied = idOf(await copiedLink('anna', email))
    const thief = (await enter(copied)).json()
    expect(await projectsOf(thief.idToken)).toEqual([harbour])
    await untilIdle()
    const before = mailsTo(email).length
    await browser(app).post('/auth/v1/change-password/request', { username: email })
    const code = (await nextMailTo(email, before)).links[0]?.searchParams.get('code') ?? ''
    const newPassword = 'the owner chose this password'
    const reset = await browser(app).post('/auth/v1/change-password/confirm', { username: email, code, newPassword })
    expect(reset.statusCode).toBe(204)
    expect(await proofOf(email)).toEqual(provedByMail)
    clock.advance(1_001)
    expect((await browser(app).get('/mgw/api/v3/users/me', bearer(thief.idToken))).statusCode).toBe(401)
    expect(await codeOf(copied)).toEqual(noLink)
    expect(await codeOf(idOf(await copiedLink('anna', email)))).toEqual(isIn)
  })

  test('C7: the mailed link of an invitation that was copied before ends what the copy opened', async () => {
    const email = newcomer()
    await inviteGuest('anna', harbour, email)
    await untilIdle()
    const before = mailsTo(email).length
    const copied = idOf(await copiedLink('anna', email))
    const thief = (await enter(copied)).json()
    await as('anna').call(resendInvitation, await invitationOf('anna', email))
    const mailed = await mailedId(email, before)
    expect(await codeOf(copied)).toEqual(noLink)
    expect(await codeOf(mailed)).toEqual(isIn)
    expect(await proofOf(email)).toEqual(provedByMail)
    clock.advance(1_001)
    expect((await browser(app).get('/mgw/api/v3/users/me', bearer(thief.idToken))).statusCode).toBe(401)
  })

  test('B7, F3: a link that another customer copied looks alike, opens nothing, and mails the one that does', async () => {
    const fresh = newcomer()
    await inviteGuest('gro', tunnel, fresh)
    const unknown = await copiedLink('gro', fresh)
    // Control: at the customer that created the account its own copied link signs in.
    expect(await codeOf(idOf(unknown))).toEqual(isIn)
    const email = newcomer()
    const { id } = await inviteGuest('anna', harbour, email)
    const old = idOf(await copiedLink('anna', email))
    await as('anna').remove(projectMembers, id)
    await inviteGuest('gro', tunnel, email)
    await untilIdle()
    const before = mailsTo(email, '/guest').length
    const known = await copiedLink('gro', email)
    expect([known.pathname, [...known.searchParams.keys()]]).toEqual([
      unknown.pathname,
      [...unknown.searchParams.keys()],
    ])
    expect(await codeOf(old)).toEqual(noLink)
    for (let time = 0; time < 2; time++) expect(await codeOf(idOf(known))).toEqual([403, 'emailProofMailed'])
    const mailed = await mailedId(email, before)
    await untilIdle()
    expect(mailsTo(email, '/guest')).toHaveLength(before + 1)
    expect(await proofOf(email)).toEqual(unproved)
    const { idToken } = (await enter(mailed)).json()
    expect(await projectsOf(idToken)).toEqual([tunnel])
    expect(await proofOf(email)).toEqual(provedByMail)
  })

  test.each([
    ['by hand', (id: string) => as('anna').remove(projectMembers, id)],
    ['in bulk', (_: string, user: string) => as('anna').post(changeSets, endOf(user))],
  ])('G6: a copied link ends with the membership that is ended %s, and does not come back', async (_, end) => {
    const email = newcomer()
    const { id } = await inviteGuest('anna', harbour, email)
    const copied = idOf(await copiedLink('anna', email))
    expect(await codeOf(copied)).toEqual(isIn)
    await end(id, email)
    expect(await codeOf(copied)).toEqual(noLink)
    await inviteGuest('anna', harbour, email)
    expect(await codeOf(copied)).toEqual(noLink)
  })

  test('what a guest of an older database has stays open to the copied link', async () => {
    const email = newcomer()
    const { id } = await inviteGuest('anna', harbour, email)
    await as('anna').remove(projectMembers, id)
    await inviteGuest('gro', tunnel, email)
    const copied = idOf(await copiedLink('gro', email))
    await db.updateTable('project_member').set({ awaits_proof: false }).where('project_id', '=', tunnel).execute()
    const { idToken } = (await enter(copied)).json()
    expect(await projectsOf(idToken)).toEqual([tunnel])
  })
})
