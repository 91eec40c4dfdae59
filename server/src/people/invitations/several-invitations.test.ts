import { applyChangeSet, changeSets } from '@lintel/contract/people/change-sets'
import { invitations, resendInvitation } from '@lintel/contract/people/invitations'
import { projectMembers } from '@lintel/contract/people/members'
import { describe, expect, test } from 'vitest'
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

test('B4: a hundred who are invited at once are mailed sixty an hour, and do not count as sent by hand', async () => {
  const emails = Array.from({ length: 100 }, (_, at) => `crowd${at}@partner.example`)
  const start = clock.now()
  const set = await as('astrid').post(changeSets, {
    kind: 'invitations',
    customer: customerId('nordbygg'),
    input: { project: harbour, emails, level: 10 },
  } as never)
  expect(await as('astrid').call(applyChangeSet, { parameters: { id: set.id } })).toMatchObject({ state: 'applied' })
  const recorded = await db
    .selectFrom('invitation_mail as recorded')
    .innerJoin('invitation', 'invitation.id', 'recorded.invitation_id')
    .select(['recorded.sent_at', 'recorded.is_paced'])
    .where('invitation.email', 'in', emails)
    .execute()
  const hours = recorded.map(({ sent_at }) => Math.floor((Date.parse(sent_at) - start) / hourMs))
  expect([0, 1].map((hour) => hours.filter((each) => each === hour).length)).toEqual([60, 40])
  expect(recorded.every(({ is_paced }) => is_paced)).toBe(true)
  const mailed = () => emails.filter((email) => mailsTo(email).length > 0).length
  await untilIdle()
  expect(mailed()).toBe(60)
  await invite(newcomer(), harbour, 'astrid')
  clock.advance(hourMs)
  await untilIdle()
  expect(mailed()).toBe(100)
})
