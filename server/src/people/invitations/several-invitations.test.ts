import { jsonApiMediaType, toRequest } from '@lintel/contract/jsonapi/document'
import { applyChangeSet, changeSets } from '@lintel/contract/people/change-sets'
import { invitations, resendInvitation } from '@lintel/contract/people/invitations'
import { projectMembers } from '@lintel/contract/people/members'
import { describe, expect, onTestFinished, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { browser } from '../../../test/browser'
import { worldWithMail } from '../../../test/world-with-mail'

const unlimited = { calls: 100_000, seconds: 60 }
const { app, as, db, clock, nextMailTo, mailsTo, untilIdle } = await worldWithMail({
  registration: true,
  rates: { general: unlimited, signIn: unlimited, resetRequest: unlimited },
})
const harbour = projectId('NB-2041')
const museum = projectId('NB-2042')
const hourMs = 3_600_000

let people = 0
const newcomer = () => `several${++people}@partner.example`
const secretOf = (link: URL | undefined) => link?.searchParams.get('tmppass') ?? ''
const login = (username: string, password: string) => browser(app).post('/auth/v1/login', { username, password })
const setPassword = (email: string, idToken: string) =>
  browser(app).post(
    `/mgw/api/v2/user-profiles/${email}/password`,
    { password: 'purple crane lifts seven beams' },
    { authorization: `Bearer ${idToken}` },
  )

/** Invites a person to a project. Returns the mailed secret. */
async function invite(email: string, project: string, by: string): Promise<string> {
  const before = mailsTo(email).length
  await as(by).post(projectMembers, { project, user: email, privilegeLevel: 10, providers: [] })
  return secretOf((await nextMailTo(email, before)).links[0])
}

/** Invites somebody new to two projects. Returns both mailed secrets and the invitations’ ids. */
async function inviteTwice() {
  const email = newcomer()
  const secrets = [await invite(email, harbour, 'kari'), await invite(email, museum, 'anna')] as const
  const listed = await as('anna').list(invitations, { filter: { user: email } })
  const idOf = (project: string) => listed.find((each) => each.project === project)?.id ?? ''
  return { email, secrets, ids: [idOf(harbour), idOf(museum)] as const }
}
const statusesOf = async (email: string, secrets: readonly string[]) => {
  const statuses: number[] = []
  for (const secret of secrets) statuses.push((await login(email, secret)).statusCode)
  return statuses
}

describe('F3: each invitation has its own link', () => {
  test('F3: withdrawing the second leaves the link of the first, and whoever came by it signed in', async () => {
    const { email, secrets, ids } = await inviteTwice()
    const { idToken } = (await login(email, secrets[0])).json()
    await as('anna').remove(invitations, ids[1])
    expect(await statusesOf(email, secrets)).toEqual([200, 401])
    clock.advance(1_001)
    expect((await setPassword(email, idToken)).statusCode).toBe(204)
  })

  test('F3: with the last of them, whoever came by a link is signed out', async () => {
    const { email, secrets, ids } = await inviteTwice()
    const { idToken } = (await login(email, secrets[0])).json()
    await as('anna').remove(invitations, ids[1])
    await as('anna').remove(invitations, ids[0])
    expect(await statusesOf(email, secrets)).toEqual([401, 401])
    clock.advance(1_001)
    expect((await setPassword(email, idToken)).statusCode).toBe(401)
  })

  test('F3: sending one again ends its own former link only', async () => {
    const { email, secrets, ids } = await inviteTwice()
    const before = mailsTo(email).length
    await as('anna').call(resendInvitation, { parameters: { id: ids[1] } })
    const again = secretOf((await nextMailTo(email, before)).links[0])
    expect(await statusesOf(email, [...secrets, again])).toEqual([200, 401, 200])
  })

  test('F3: a password that is set by one ends all', async () => {
    const { email, secrets } = await inviteTwice()
    expect((await setPassword(email, (await login(email, secrets[0])).json().idToken)).statusCode).toBe(204)
    expect(await statusesOf(email, secrets)).toEqual([401, 401])
    const own = db.selectFrom('app_user').select('id').where('email', '=', email)
    expect(await db.selectFrom('temporary_password').selectAll().where('user_id', '=', own).execute()).toEqual([])
  })

  test('F3: a registration leaves the link of an invitation, and a second one replaces its own', async () => {
    const email = newcomer()
    const invited = await invite(email, harbour, 'kari')
    const register = async () => {
      const before = mailsTo(email).length
      await browser(app).post('/auth/v1/register', { email, locale: 'en' })
      return secretOf((await nextMailTo(email, before)).links[0])
    }
    const [first, second] = [await register(), await register()]
    expect(await statusesOf(email, [invited, first, second])).toEqual([200, 401, 200])
  })
})

test('F3: in a deleted project an invitation is withdrawn and a membership is ended, but nothing is sent again', async () => {
  const [withdrawn, ended, removed] = [newcomer(), newcomer(), newcomer()]
  const emails = [withdrawn, ended, removed]
  const secrets: string[] = []
  for (const email of emails) secrets.push(await invite(email, museum, 'anna'))
  const memberOf = async (user: string) => {
    const [member] = await as('anna').list(projectMembers, { filter: { project: museum, user } })
    return member?.id ?? ''
  }
  const set = (is_inactive: boolean, deleted_at: string | null) =>
    db.updateTable('project').set({ is_inactive, deleted_at }).where('id', '=', museum).execute()
  await set(true, new Date(clock.now()).toISOString())
  onTestFinished(async () => void (await set(false, null)))
  const [{ id = '' } = {}] = await as('anna').list(invitations, { filter: { user: withdrawn } })
  await expect(as('anna').call(resendInvitation, { parameters: { id } })).rejects.toMatchObject({ status: 404 })
  await as('anna').remove(invitations, id)
  const end = toRequest(projectMembers, { privilegeLevel: 0 }, await memberOf(ended))
  const url = `${projectMembers.path}/${end.data.id}`
  const headers = { 'content-type': jsonApiMediaType }
  await as('anna').inject({ method: 'PATCH', url, headers, payload: JSON.stringify(end) })
  await as('anna').remove(projectMembers, await memberOf(removed))
  for (const [at, email] of emails.entries()) {
    expect([await memberOf(email), await statusesOf(email, secrets.slice(at, at + 1))], email).toEqual(['', [401]])
    expect(await as('anna').list(invitations, { filter: { user: email } })).toMatchObject([{ state: 'revoked' }])
  }
})

/** Invites these people at once. Returns in which hour from now each of them is mailed, and whether that is paced. */
async function inviteAtOnce(emails: readonly string[], by: string) {
  const start = clock.now()
  const set = await as(by).post(changeSets, {
    kind: 'invitations',
    customer: customerId('nordbygg'),
    input: { project: harbour, emails, level: 10 },
  } as never)
  expect(await as(by).call(applyChangeSet, { parameters: { id: set.id } })).toMatchObject({ state: 'applied' })
  const recorded = await db
    .selectFrom('invitation_mail as recorded')
    .innerJoin('invitation', 'invitation.id', 'recorded.invitation_id')
    .select(['recorded.sent_at', 'recorded.is_paced as isPaced'])
    .where('invitation.email', 'in', emails)
    .execute()
  return recorded.map(({ sent_at, isPaced }) => ({
    hour: Math.floor((Date.parse(sent_at) - start) / hourMs),
    isPaced,
  }))
}
const crowd = (count: number) => Array.from({ length: count }, newcomer)
const countOf = (mails: readonly { hour: number }[], hour: number) => mails.filter((mail) => mail.hour === hour).length

test('B4: a hundred who are invited at once are mailed sixty an hour, and do not count as sent by hand', async () => {
  const emails = crowd(100)
  const recorded = await inviteAtOnce(emails, 'astrid')
  expect([0, 1].map((hour) => countOf(recorded, hour))).toEqual([60, 40])
  expect(recorded.every(({ isPaced }) => isPaced)).toBe(true)
  const mailed = () => emails.filter((email) => mailsTo(email).length > 0).length
  await untilIdle()
  expect(mailed()).toBe(60)
  await invite(newcomer(), harbour, 'astrid')
  clock.advance(hourMs)
  await untilIdle()
  expect(mailed()).toBe(100)
})

test('B4: the paced ones come after those whom the same person has just invited by hand', async () => {
  expect((await inviteAtOnce(crowd(50), 'anna')).some(({ isPaced }) => isPaced)).toBe(false)
  const recorded = await inviteAtOnce(crowd(60), 'anna')
  expect([0, 1].map((hour) => countOf(recorded, hour))).toEqual([10, 50])
})
