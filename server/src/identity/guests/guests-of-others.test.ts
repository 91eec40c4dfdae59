import { endOtherSessions, endSession, listSessions } from '@lintel/contract/identity/sessions'
import { projectMembers } from '@lintel/contract/people/members'
import { readCurrentUser } from '@lintel/contract/people/users'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { describe, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { browser } from '../../../test/browser'
import { runningProjectOf } from '../../../test/running-project'
import { worldWithMail } from '../../../test/world-with-mail'

const unlimited = { calls: 1_000_000, seconds: 60 }
const { app, as, clock, db, nextMailTo } = await worldWithMail({
  rates: { general: unlimited, signIn: unlimited, guestLogin: unlimited, invite: unlimited },
})

/** Kari's customer Nordbygg and Gro's customer Fjellbane, which do not know of each other, with a project each. */
const harbour = projectId('NB-2041')
const tunnel = await runningProjectOf(db, 'Fjellbane Infra AS')

let made = 0
const newcomer = () => `surveyor${++made}@corp.example`
const add = (by: string, project: string, user: string, privilegeLevel: 5 | 10) =>
  as(by).post(projectMembers, { project, user, privilegeLevel, providers: [] })

/** A guest of Kari who has signed in, and the id of their link. */
async function guestOfKari() {
  const email = newcomer()
  await add('kari', harbour, email, 5)
  const id = (await nextMailTo(email, 0, '/guest')).links[0]?.searchParams.get('id') ?? ''
  expect((await enter(id)).statusCode).toBe(200)
  return { email, id }
}
const enter = (id: string) => browser(app).post(`/mgw/api/v2/guest-login/${id}`, {})
async function projectsBy(idToken: string): Promise<string[]> {
  const answer = await browser(app).get(projectLinks.path, { authorization: `Bearer ${idToken}` })
  return answer.json().data.map(({ id }: { id: string }) => id)
}

/** A response without the parts that differ between people. */
const apartFromWhom = ({ id: _, user: __, email: ___, createdAt: ____, ...member }: Awaited<ReturnType<typeof add>>) =>
  member

describe('a guest of another customer', () => {
  test.each([5, 10] as const)(
    'G4: is added at level %i with the answer that an unknown address gets, and nothing is told of the guest',
    async (level) => {
      const { email } = await guestOfKari()
      const unknown = await add('gro', tunnel, newcomer(), level)
      const known = await add('gro', tunnel, email, level)
      expect(apartFromWhom(known)).toEqual(apartFromWhom(unknown))
    },
  )

  test('G6: their link goes on to open the one project, and that alone, until it is withdrawn', async () => {
    const { email, id } = await guestOfKari()
    await add('gro', tunnel, email, 10)
    const { idToken } = (await enter(id)).json()
    expect(await projectsBy(idToken)).toEqual([harbour])
    const [member] = await as('kari').list(projectMembers, { filter: { project: harbour, user: email } })
    expect(member).toMatchObject({ privilegeLevel: 5, guest: true })
    await as('kari').remove(projectMembers, member?.id ?? '')
    expect((await enter(id)).statusCode).toBe(401)
  })

  test('G6: their link reaches neither the sessions of their account nor its roles', async () => {
    const { email } = await guestOfKari()
    await add('gro', tunnel, email, 10)
    const byLink = () => as(email, { guestOf: harbour })
    const [full, link, otherLink] = [as(email), byLink(), byLink()]
    const sessionsOf = async (client: typeof full) =>
      (await client.call(listSessions)).sessions.map(({ id, isCurrent }) => ({ id, isCurrent }))
    const own = (sessions: Awaited<ReturnType<typeof sessionsOf>>) =>
      sessions.find(({ isCurrent }) => isCurrent)?.id ?? ''
    const ids = [own(await sessionsOf(full)), own(await sessionsOf(link)), own(await sessionsOf(otherLink))]
    const [fullId = '', linkId = '', otherId = ''] = ids
    const seenBy = async (client: typeof full) => (await sessionsOf(client)).map(({ id }) => id)
    expect(await seenBy(full)).toEqual(expect.arrayContaining(ids))
    expect(await seenBy(link)).toEqual(expect.arrayContaining([linkId, otherId]))
    expect(await seenBy(link)).not.toContain(fullId)
    await expect(link.call(endSession, { parameters: { id: fullId } })).rejects.toMatchObject({ status: 404 })
    await link.call(endOtherSessions)
    await expect(otherLink.call(listSessions)).rejects.toMatchObject({ status: 401 })

    const user = db.selectFrom('app_user').select('id').where('email', '=', email)
    const { id: user_id } = await user.executeTakeFirstOrThrow()
    const customer_id = customerId('fjellbane')
    await db.insertInto('customer_api_user').values({ customer_id, user_id, awaits_proof: false }).execute()
    clock.advance(1_001)
    expect((await full.call(readCurrentUser)).apiUserFor).toMatchObject([{ id: customer_id }])
    expect((await link.call(readCurrentUser)).apiUserFor).toEqual([])
  })

  test('comes in by the mail of the second customer, and opens the projects of both', async () => {
    const { email } = await guestOfKari()
    await add('gro', tunnel, email, 10)
    const secret = (await nextMailTo(email, 1)).links[0]?.searchParams.get('tmppass') ?? ''
    expect(secret).not.toBe('')
    const signedIn = await browser(app).post('/auth/v1/login', { username: email, password: secret })
    expect(signedIn.json()).toMatchObject({ mustUpdatePassword: true })
    const { user_id: user } = await db
      .selectFrom('project_member')
      .innerJoin('app_user', 'app_user.id', 'project_member.user_id')
      .select('user_id')
      .where('email', '=', email)
      .where('project_id', '=', tunnel)
      .executeTakeFirstOrThrow()
    const theirs = await db
      .selectFrom('project_member')
      .select(['project_id', 'privilege_level', 'awaits_proof'])
      .where('user_id', '=', user)
      .execute()
    expect(new Map(theirs.map(({ project_id, privilege_level }) => [project_id, privilege_level]))).toEqual(
      new Map([
        [harbour, 5],
        [tunnel, 10],
      ]),
    )
    expect(theirs.every(({ awaits_proof }) => !awaits_proof)).toBe(true)
  })
})
