import { uploadDashboardImage } from '@lintel/contract/projects/dashboard-images'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { browser } from '../../../test/browser'
import { interceptStatements } from '../../../test/intercept-statements'
import { multipartForm } from '../../../test/multipart-form'
import { world } from '../../../test/world'
import { describeBrowser } from './describe-browser'

const { app, db, as, clock } = await world()
const { beforeStatement } = interceptStatements(db)
const email = 'mei@nordbygg.example'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const signIn = async (who = email) => {
  const answer = await browser(app).post(
    '/auth/v1/login',
    { username: who, password: demoPassword },
    { 'user-agent': firefox },
  )
  return { authorization: `Bearer ${answer.json().idToken}` }
}
const list = (authorization: { authorization: string }) => browser(app).get('/auth/v1/sessions', authorization)
const end = (authorization: { authorization: string }, id = '') =>
  app.inject({ method: 'DELETE', url: `/auth/v1/sessions${id && `/${id}`}`, headers: authorization })
const currentId = async (authorization: { authorization: string }): Promise<string> =>
  (await list(authorization)).json().sessions.find((one: { isCurrent: boolean }) => one.isCurrent).id

test('D9: a person sees where they are signed in, and nothing of others', async () => {
  const mine = await signIn()
  await signIn('ola@nordbygg.example')
  const { sessions } = (await list(mine)).json()
  expect(sessions).toHaveLength(1)
  expect(sessions[0]).toMatchObject({
    isCurrent: true,
    browser: 'Firefox',
    system: 'Linux',
    ip: '127.0.0.1',
    method: 'password',
    provider: null,
    secondFactor: false,
    idleSeconds: 3_600,
  })
  expect(sessions[0].lastSeenAt).toMatch(/Z$/)
})

test('D5: ending one place acts there at once', async () => {
  const [here, there] = [await signIn(), await signIn()]
  expect((await list(there)).statusCode).toBe(200)
  expect((await end(here, await currentId(there))).statusCode).toBe(204)
  expect((await list(there)).json().code).toBe('sessionExpired')
  expect((await list(here)).statusCode).toBe(200)
})

test('D9: a session of somebody else is not found, no more than one that never was', async () => {
  const [mine, foreign] = [await signIn(), await signIn('ola@nordbygg.example')]
  const id = await currentId(foreign)
  const answers = [await end(mine, id), await end(mine, '01890000-0000-7000-8000-00000000ffff'), await end(mine, 'x')]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  expect((await list(foreign)).statusCode).toBe(200)
})

test('ending all other places leaves this one', async () => {
  const [here, ...others] = [await signIn(), await signIn(), await signIn()]
  for (const other of others) expect((await list(other)).statusCode).toBe(200)
  expect((await end(here)).statusCode).toBe(204)
  for (const other of others) expect((await list(other)).json().code).toBe('sessionExpired')
  expect((await list(here)).json().sessions).toHaveLength(1)
})

test('D5: what changed about a person counts within a second', async () => {
  const mine = await signIn('ola@nordbygg.example')
  expect((await list(mine)).statusCode).toBe(200)
  await db
    .updateTable('app_user')
    .set({ must_update_password: true })
    .where('email', '=', 'ola@nordbygg.example')
    .execute()
  clock.advance(1_001)
  const answer = await browser(app).get('/mgw/api/v3/project-links', mine)
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([403, 'passwordUpdateRequired'])
})

test.each([
  [
    'whose session ended',
    [401, 'sessionExpired'],
    (userId: string, ended_at: string): Promise<unknown> =>
      db.updateTable('session').set({ ended_at, end_reason: 'logout' }).where('user_id', '=', userId).execute(),
  ],
  [
    'who became a mere reader of the customer',
    [403, 'forbidden'],
    async (user_id: string) => {
      const customer_id = customerId('nordbygg')
      await db.insertInto('customer_api_user').values({ customer_id, user_id }).execute()
      const offices = db.deleteFrom('customer_admin').where('user_id', '=', user_id)
      await offices.where('customer_id', '=', customer_id).execute()
    },
  ],
])('D5: an image of somebody %s while it was rewritten is not stored', async (_, refusal, lose) => {
  const image = sharp({ create: { width: 60, height: 40, channels: 3, background: '#0044cc' } })
  const form = multipartForm({ project: projectId('NB-2041'), file: await image.png().toBuffer() })
  const images = () => db.selectFrom('dashboard_image').select('id').orderBy('id').execute()
  const before = await images()
  // The handler has found the project, and begins to rewrite the image.
  beforeStatement('from dashboard_widget where', async () => {
    clock.advance(2_000)
    await lose(personId('anna@nordbygg.example'), new Date(clock.now()).toISOString())
  })
  const upload = await as('anna').inject({ method: 'POST', url: uploadDashboardImage.path, ...form })
  expect([upload.statusCode, upload.json().errors[0].code]).toEqual(refusal)
  expect(await images()).toEqual(before)
})

test('a guest is signed in as long as the membership lasts', async () => {
  const membership = await db
    .selectFrom('project_member')
    .innerJoin('app_user', 'app_user.id', 'project_member.user_id')
    .select(['project_id', 'user_id', 'email'])
    .where('privilege_level', '=', 5)
    .where('app_user.is_inactive', '=', false)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('project_member')
    .set({ expiration_date: new Date(clock.now() + 60_000).toISOString() })
    .where('user_id', '=', membership.user_id)
    .execute()
  const guest = as(membership.email, { guestOf: membership.project_id })
  const ask = () => guest.inject({ method: 'GET', url: '/auth/v1/sessions' })
  expect((await ask()).statusCode).toBe(200)
  clock.advance(61_000)
  expect((await ask()).json().code).toBe('sessionExpired')
})

test('D9: an administrator signs people of their customer out everywhere, staff anybody, others nobody', async () => {
  const [here, there] = [await signIn('ola@nordbygg.example'), await signIn('ola@nordbygg.example')]
  const endAll = async (who: string, email: string) =>
    (await as(who).inject({ method: 'DELETE', url: `/auth/v1/users/${email}/sessions` })).statusCode
  expect(await endAll('mei', 'ola@nordbygg.example')).toBe(403)
  expect(await endAll('gro', 'ola@nordbygg.example')).toBe(404)
  expect((await list(here)).statusCode).toBe(200)
  expect(await endAll('astrid', 'Ola@Nordbygg.example')).toBe(204)
  for (const one of [here, there]) expect((await list(one)).json().code).toBe('sessionExpired')
  expect(await endAll('astrid', 'staff@lintel.example')).toBe(404)
  const gro = await signIn('gro@fjellbane.example')
  expect(await endAll('astrid', 'gro@fjellbane.example')).toBe(404)
  expect((await list(gro)).statusCode).toBe(200)
  expect(await endAll('staff', 'gro@fjellbane.example')).toBe(204)
  expect((await list(gro)).json().code).toBe('sessionExpired')
})

describe('D3: an hour without a call', () => {
  const minute = 60_000
  const login = async (more: object = {}) => {
    const page = browser(app)
    const body = { username: 'lena@nordbygg.example', password: demoPassword, ...more }
    return { page, tokens: (await page.post('/auth/v1/login', body)).json() }
  }

  test('D3: ends a session without remember-me, by the server, and the answer says when', async () => {
    const { page, tokens } = await login()
    expect(tokens).toMatchObject({ logoutWhenIdle: true, idleSeconds: 3_600 })
    clock.advance(60 * minute + 1_000)
    const late = await page.post('/auth/v1/refresh', {})
    expect([late.statusCode, late.json().code]).toEqual([401, 'sessionExpired'])
  })

  test('D3: a refresh is a call: it keeps the session for another hour, up to a day', async () => {
    const { page } = await login()
    for (let time = 0; time < 26; time++) {
      clock.advance(55 * minute)
      const kept = await page.post('/auth/v1/refresh', {})
      expect(kept.json()).toMatchObject({ logoutWhenIdle: true, idleSeconds: 3_600 })
    }
    clock.advance(55 * minute)
    expect((await page.post('/auth/v1/refresh', {})).statusCode).toBe(401)
  })

  test('D3: any call keeps it, exact to half a minute', async () => {
    const { page, tokens } = await login()
    clock.advance(9 * minute)
    expect((await list({ authorization: `Bearer ${tokens.idToken}` })).statusCode).toBe(200)
    clock.advance(55 * minute)
    expect((await page.post('/auth/v1/refresh', {})).statusCode).toBe(200)
  })

  test('D3: a remembered session has two weeks', async () => {
    const { page, tokens } = await login({ rememberMe: true })
    expect(tokens).toMatchObject({ logoutWhenIdle: false, idleSeconds: 14 * 86_400 })
    clock.advance(13 * 24 * 60 * minute)
    expect((await page.post('/auth/v1/refresh', {})).statusCode).toBe(200)
  })

  test('K7: a session that was found over is over, also when the clock jumps back', async () => {
    const { page } = await login()
    clock.advance(61 * minute)
    expect((await page.post('/auth/v1/refresh', {})).statusCode).toBe(401)
    clock.advance(-30 * minute)
    expect((await page.post('/auth/v1/refresh', {})).statusCode).toBe(401)
  })
})

test('a browser is told by what it says of itself', () => {
  expect(
    describeBrowser('Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0'),
  ).toEqual({ browser: 'Edge', system: 'Windows' })
  expect(describeBrowser('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1')).toEqual({
    browser: 'Safari',
    system: 'iOS',
  })
  expect(describeBrowser('curl/8.5.0')).toEqual({ browser: null, system: null })
  expect(describeBrowser(null)).toEqual({ browser: null, system: null })
})
