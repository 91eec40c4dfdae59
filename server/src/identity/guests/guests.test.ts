import { invitations, resendInvitation } from '@lintel/contract/people/invitations'
import { projectMembers } from '@lintel/contract/people/members'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { describe, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { browser } from '../../../test/browser'
import { worldWithMail } from '../../../test/world-with-mail'
import { hashSecret } from '../random-secret'

const unlimited = { calls: 100_000, seconds: 60 }
const { app, as, db, clock, nextMailTo, mailsTo, platform } = await worldWithMail({
  rates: { general: unlimited, signIn: unlimited, guestLogin: unlimited, invite: unlimited },
})
const harbour = projectId('NB-2041')
const day = 86_400_000

let guests = 0
/** Invites a guest for this many days (or without an end), and returns the link. */
async function invitedGuest(days: number | null = 30) {
  const email = `guest${++guests}@partner.example`
  const expirationDate = days === null ? null : new Date(clock.now() + days * day).toISOString()
  const member = await as('kari').post(projectMembers, {
    project: harbour,
    user: email,
    privilegeLevel: 5,
    providers: [],
    expirationDate,
  })
  const [link] = (await nextMailTo(email)).links
  return { email, member, link, id: link?.searchParams.get('id') ?? '' }
}
const enter = (id: string, client = browser(app)) => client.post(`/mgw/api/v2/guest-login/${id}`, {})
const bearer = (idToken: string) => ({ authorization: `Bearer ${idToken}` })
const me = (idToken: string) => browser(app).get('/mgw/api/v3/users/me', bearer(idToken))
const refused = [401, 'invalid_grant']
const outcome = (answer: Awaited<ReturnType<typeof enter>>) => [answer.statusCode, answer.json().errors?.[0]?.code]

describe('S12: a guest link', () => {
  test('S12: comes by mail, carries 256 random bits, and only its hash is kept', async () => {
    const { email, id, link, member } = await invitedGuest()
    expect(`${link?.origin}${link?.pathname}`).toBe(`${platform.configuration.publicUrl}/guest`)
    expect(id).toMatch(/^[\w-]{43}$/)
    expect(member).toMatchObject({ guest: true, privilegeLevel: 5, user: email })
    const stored = await db
      .selectFrom('invitation')
      .select('link_hash')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(stored.link_hash).toEqual(hashSecret(id))
    const person = await db.selectFrom('app_user').select('guest').where('email', '=', email).executeTakeFirstOrThrow()
    expect(person.guest).toBe(true)
  })

  test('S12: signs in as the guest of one project, as often as it is opened; opening the page consumes nothing (F5)', async () => {
    const { email, id, link } = await invitedGuest()
    await browser(app).get(`${link?.pathname}${link?.search}`)
    const client = browser(app)
    for (let time = 0; time < 3; time++) {
      const answer = await enter(id, client)
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toMatchObject({ result: 'SUCCESS', logoutWhenIdle: true })
      expect(answer.json().refreshToken).toBeUndefined()
      expect((await me(answer.json().idToken)).json()).toMatchObject({ email, method: 'guest', guestOf: harbour })
    }
    const { idToken } = (await enter(id)).json()
    const seen = await browser(app).get(projectLinks.path, bearer(idToken))
    expect(seen.json().data.map((project: { id: string }) => project.id)).toEqual([harbour])
    const [invitation] = await as('kari').list(invitations, { filter: { user: email } })
    expect(invitation?.state).toBe('accepted')
    // After a reload the guest is still signed in.
    expect((await client.post('/auth/v1/refresh', {})).statusCode).toBe(200)
  })

  test('G6: reaches nothing of another project, and changes nothing of its own', async () => {
    const { id } = await invitedGuest()
    const { idToken } = (await enter(id)).json()
    const other = await browser(app).get(`${projectLinks.path}/${projectId('NB-2042')}`, bearer(idToken))
    expect(other.statusCode).toBe(404)
    const invited = await browser(app).get(`${invitations.path}?filter[project]=${harbour}`, bearer(idToken))
    expect(invited.statusCode).toBe(403)
  })

  test('B7, S12: unknown, withdrawn and disabled are refused alike; one whose day is over is told its last day', async () => {
    const withdrawn = await invitedGuest()
    await as('kari').remove(projectMembers, withdrawn.member.id)
    const over = await invitedGuest(1)
    await db
      .updateTable('project_member')
      .set({ expiration_date: '2026-01-01T00:00:00Z' })
      .where('project_id', '=', harbour)
      .where('user_id', '=', (of) => of.selectFrom('app_user').select('id').where('email', '=', over.email))
      .execute()
    const disabled = await invitedGuest()
    await db.updateTable('app_user').set({ is_inactive: true }).where('email', '=', disabled.email).execute()
    const answers = await Promise.all([enter('x'.repeat(43)), enter('short'), enter(withdrawn.id), enter(disabled.id)])
    const ended = await enter(over.id)
    expect([...outcome(ended), ended.json().errors[0].meta]).toEqual([
      403,
      'guestAccessEnded',
      { lastDay: '2026-01-01', inviter: 'Kari Moen' },
    ])
    for (const answer of answers) {
      expect(outcome(answer)).toEqual(refused)
      const [
        {
          errors: [error],
        },
        {
          errors: [first],
        },
      ] = [answer.json(), answers[0]?.json()]
      expect({ ...error, id: undefined }).toEqual({ ...first, id: undefined })
      expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(answers[0]?.headers ?? {}).sort())
    }
  })

  test('B4: is tried twenty times in a minute from one address', async () => {
    const { app: metered } = await worldWithMail()
    const client = browser(metered)
    for (let tried = 0; tried < 20; tried++) expect((await enter(`guess${tried}`, client)).statusCode).toBe(401)
    expect((await enter('guess', client)).statusCode).toBe(429)
  })

  test('H3: is not used from another site’s page', async () => {
    const { id } = await invitedGuest()
    const answer = await browser(app).post(`/mgw/api/v2/guest-login/${id}`, {}, { origin: 'https://evil.example' })
    expect(answer.statusCode).toBe(403)
  })

  test('F3: sent again, the one before leads nowhere; the guest who has worked with it gets in by the new one', async () => {
    const { email, id } = await invitedGuest()
    await enter(id)
    const [invitation] = await as('kari').list(invitations, { filter: { user: email } })
    await as('kari').call(resendInvitation, { parameters: { id: invitation?.id ?? '' } })
    const next = (await nextMailTo(email, 1)).links[0]?.searchParams.get('id') ?? ''
    expect(outcome(await enter(id))).toEqual(refused)
    expect((await enter(next)).statusCode).toBe(200)
  })

  test('J1: coming in, and trying to, is in the trail; the link is not', async () => {
    const { email, id } = await invitedGuest()
    await enter(id)
    const trail = await db
      .selectFrom('audit_event')
      .selectAll()
      .where('tenant_id', '=', customerId('nordbygg'))
      .execute()
    const own = trail.filter(({ actor_email }) => actor_email === email).map(({ action }) => action)
    expect(own).toEqual(expect.arrayContaining(['session.login', 'invitations.accept']))
    const everything = await db.selectFrom('audit_event').selectAll().execute()
    expect(everything.map(({ action, result }) => `${action} ${result}`)).toContain('session.guest-login failure')
    expect(JSON.stringify(everything)).not.toContain(id)
  })
})

describe('G6: the last day of a guest', () => {
  test('G6: ends at 23:59:59 on the clocks of the customer, at the very next request', async () => {
    const { member, id } = await invitedGuest(2)
    // The time zone of Nordbygg is Europe/Oslo.
    const told = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Oslo', timeStyle: 'medium' }).format(
      new Date(member.expirationDate ?? ''),
    )
    expect(told).toBe('23:59:59')
    const page = browser(app)
    const before = Date.parse(member.expirationDate ?? '') - clock.now()
    clock.advance(before - 60_000)
    const { idToken } = (await enter(id, page)).json()
    expect((await me(idToken)).statusCode).toBe(200)
    clock.advance(61_000)
    const late = await me(idToken)
    expect([late.statusCode, late.json().errors[0].code]).toEqual([401, 'sessionExpired'])
    expect((await page.post('/auth/v1/refresh', {})).statusCode).toBe(401)
    const ended = await enter(id)
    expect(outcome(ended)).toEqual([403, 'guestAccessEnded'])
    const lastDay = new Date(clock.now()).toISOString().slice(0, 10)
    expect(ended.json().errors[0].meta).toMatchObject({ inviter: 'Kari Moen' })
    expect(ended.json().errors[0].meta.lastDay <= lastDay).toBe(true)
    expect(outcome(await enter('A'.repeat(43)))).toEqual(refused)
  })

  test('G6: moved, the same link goes on', async () => {
    const { member, id } = await invitedGuest(1)
    clock.advance(2 * day)
    expect(outcome(await enter(id))).toEqual([403, 'guestAccessEnded'])
    const expirationDate = new Date(clock.now() + 5 * day).toISOString()
    await as('kari').patch(projectMembers, member.id, { expirationDate })
    expect((await enter(id)).statusCode).toBe(200)
  })

  test('G6: brought forward while the guest is there, it ends their calls and their refresh secret alike', async () => {
    const { member, id } = await invitedGuest(5)
    const page = browser(app)
    const { idToken } = (await enter(id, page)).json()
    expect((await me(idToken)).statusCode).toBe(200)
    expect((await page.post('/auth/v1/refresh', {})).statusCode).toBe(200)
    const expiration_date = new Date(clock.now() - 1_000).toISOString()
    const own = db.selectFrom('app_user').select('id').where('email', '=', member.user)
    await db.updateTable('project_member').set({ expiration_date }).where('user_id', '=', own).execute()
    clock.advance(1_001)
    for (const late of [await me(idToken), await page.post('/auth/v1/refresh', {})]) {
      expect([late.statusCode, late.json().errors[0].code]).toEqual([401, 'sessionExpired'])
    }
  })

  test('G6: a guest who has a password is out on the same second', async () => {
    const email = 'guest@partner.example'
    const guest = as(email)
    expect((await guest.inject({ url: '/mgw/api/v3/users/me' })).statusCode).toBe(200)
    await db
      .updateTable('project_member')
      .set({ expiration_date: new Date(clock.now() - 1_000).toISOString() })
      .where('user_id', '=', (of) => of.selectFrom('app_user').select('id').where('email', '=', email))
      .execute()
    clock.advance(1_001)
    const late = await guest.inject({ url: '/mgw/api/v3/users/me' })
    expect([late.statusCode, late.json().errors[0].code]).toEqual([401, 'sessionExpired'])
  })

  test('S12: a membership that is withdrawn ends the session, its refresh secret and the link', async () => {
    const { member, id } = await invitedGuest(null)
    const page = browser(app)
    const { idToken } = (await enter(id, page)).json()
    expect((await me(idToken)).statusCode).toBe(200)
    await as('kari').remove(projectMembers, member.id)
    clock.advance(1_001)
    expect([(await me(idToken)).statusCode, (await me(idToken)).json().errors[0].code]).toEqual([401, 'sessionExpired'])
    expect((await page.post('/auth/v1/refresh', {})).statusCode).toBe(401)
    expect(outcome(await enter(id))).toEqual(refused)
    // After another invitation the old link stays invalid.
    await as('kari').post(projectMembers, { project: harbour, user: member.user, privilegeLevel: 5, providers: [] })
    expect(outcome(await enter(id))).toEqual(refused)
  })
})

describe('what an account is', () => {
  test('S12: a guest who becomes a member is invited anew, and the guest link ends', async () => {
    const { email, member, id } = await invitedGuest()
    const { idToken } = (await enter(id)).json()
    expect(await as('kari').patch(projectMembers, member.id, { privilegeLevel: 10 })).toMatchObject({ guest: false })
    const { links } = await nextMailTo(email, 1)
    expect(links[0]?.searchParams.get('tmppass')).toMatch(/^[\w-]{43}$/)
    expect(outcome(await enter(id))).toEqual(refused)
    clock.advance(1_001)
    expect((await me(idToken)).statusCode).toBe(401)
  })

  test('S12: somebody who signs in already gets no guest link, whatever their level', async () => {
    const email = 'lena@nordbygg.example'
    await as('kari').post(projectMembers, { project: harbour, user: email, privilegeLevel: 5, providers: [] })
    const { links } = await nextMailTo(email)
    expect(links[0]?.pathname).toBe(`/project-${harbour}/`)
    expect(mailsTo(email)).toHaveLength(1)
  })
})
