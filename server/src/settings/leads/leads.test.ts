import { createHmac } from 'node:crypto'
import { projects } from '@lintel/contract/projects/projects'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWebhook } from '../../../test/far-ends/webhook'
import { testDatabase } from '../../../test/test-database'
import { worldOn } from '../../../test/world'
import { startWorkers, type Workers } from '../../platform/jobs/workers'
import { sendLeadJob } from './lead'
import { signMessage } from './standard-webhook'

const key = Buffer.from('a key of thirty-two bytes or so!')
const webhookSecret = `whsec_${key.toString('base64')}`
const far = await startWebhook()
const { db } = await testDatabase()
const production = { environment: 'production' as const, hosts: ['localhost:80'], webhookSecret }
const told = await worldOn(db, { ...production, webhookAddress: far.url })
const { platform, clock } = told

const startedWorkers: Workers[] = []
const start = (on = platform) => startedWorkers.push(startWorkers(on, [sendLeadJob], { pollInterval: 20 }))
const jobs = () =>
  db
    .selectFrom('job')
    .select(['state', 'attempts', 'last_error', 'run_at', 'leased_by'])
    .where('kind', '=', 'lead.send')
    .execute()
const create = (name: string, from = told) => from.as('ola').post(projects, { name } as never)
/** Waits until the job has had this many attempts. */
const tried = (attempts: number) =>
  expect.poll(async () => (await jobs()).map((job) => job.attempts)).toEqual([attempts])
const sent = () => expect.poll(jobs).toEqual([])

beforeEach(async () => {
  await db.deleteFrom('job').execute()
  Object.assign(far, { messages: [], followedRedirects: 0, behaviour: 204 })
})
afterEach(async () => {
  await Promise.all(startedWorkers.splice(0).map((workers) => workers.stop(100)))
})

test('in production a new project is told, once, with who made it', async () => {
  const speaks = (language: string | null, browser_locale: string | null) =>
    db.updateTable('app_user').set({ language, browser_locale }).where('email', '=', 'ola@nordbygg.example').execute()
  await speaks('nb', 'fr')
  const { id } = await create('Quay house')
  start()
  await sent()
  expect(far.messages).toHaveLength(1)
  const [{ headers, body } = { headers: {}, body: '' }] = far.messages
  const { phone } = await db
    .selectFrom('app_user')
    .select('phone')
    .where('email', '=', 'ola@nordbygg.example')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(body)).toEqual({
    email: 'ola@nordbygg.example',
    givenName: 'Ola',
    familyName: 'Berge',
    organization: 'Nordbygg AS',
    phone,
    title: 'Project manager',
    projectName: 'Quay house',
    locale: 'nb',
  })
  expect(headers['content-type']).toBe('application/json')
  expect(headers['webhook-id']).toBe(`lead_${id}`)
  const told = async (language: string | null, browser: string | null) => {
    far.messages = []
    await speaks(language, browser)
    await create('Quay house, again')
    await sent()
    return JSON.parse(far.messages[0]?.body ?? '{}').locale
  }
  expect(await told(null, 'fr')).toBe('fr')
  expect(await told(null, null)).toBe('en')
  expect(await told('de-AT', 'fr')).toBe('de')
  expect(await told('pt-BR', 'nn')).toBe('nb')
  expect(await told('pt-BR', null)).toBe('en')
})

test('a message is signed as Standard Webhooks says', async () => {
  await create('Signed')
  start()
  await sent()
  const [{ headers, body } = { headers: {}, body: '' }] = far.messages
  const id = String(headers['webhook-id'])
  const timestamp = String(headers['webhook-timestamp'])
  expect(Math.abs(Number(timestamp) - clock.now() / 1_000)).toBeLessThan(60)
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${signature}`)
})

test('the signature is the one of the standard’s own example', () => {
  const { headers } = signMessage('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    now: 1_614_265_330_000,
  })
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('nothing is told outside production, or where no webhook is configured', async () => {
  for (const environment of ['local', 'development', 'staging', 'deploy'] as const) {
    await create('Quiet', await worldOn(db, { ...production, environment, webhookAddress: far.url }))
  }
  await create('Quiet', await worldOn(db, production))
  expect(await jobs()).toEqual([])
})

test('a project that is refused is not told', async () => {
  await expect(create('a\u0000b')).rejects.toMatchObject({ status: 422 })
  expect(await jobs()).toEqual([])
})

test.each([
  ['refuses', 500],
  ['wants something else', 404],
  ['hangs up', 'hangs up'],
  ['sends elsewhere', 'redirects'],
] as const)('K3: a far end that %s gets the same message again, after a minute', async (_, behaviour) => {
  far.behaviour = behaviour
  // Creation does not wait for the webhook: the project exists before anything is sent.
  await create('Patient')
  expect(far.messages).toEqual([])
  const begun = clock.now()
  start()
  await tried(1)
  await expect.poll(async () => (await jobs())[0]?.last_error).toBeTruthy()
  const [job] = await jobs()
  expect(job).toMatchObject({ state: 'waiting' })
  expect(Date.parse(job?.run_at ?? '') - begun).toBeGreaterThanOrEqual(60_000)
  const first = far.messages.length
  far.behaviour = 204
  clock.advance(60_000)
  await sent()
  expect(far.messages.length).toBe(first + 1)
  expect(far.followedRedirects).toBe(0)
  expect(new Set(far.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(far.messages.map(({ body }) => body)).size).toBe(1)
})

test('E8: a far end that says nothing is given up on after five seconds, one that never ends is not listened to', async () => {
  far.behaviour = 'falls silent'
  await create('Silence')
  start()
  // It never answers; the job ends because of its timeout.
  await expect.poll(async () => (await jobs())[0]?.last_error).toMatch(/timeout/)
  far.behaviour = 'talks for ever'
  clock.advance(60_000)
  await sent()
})

test('F7: after a day of failures the message is dead, and the trail says so', async () => {
  far.behaviour = 503
  await create('Never')
  start()
  await expect
    .poll(async () => {
      const [job] = await jobs()
      // Only a job that is not leased can be rescheduled.
      clock.advance(Math.max(0, Date.parse(job?.run_at ?? '') - clock.now()))
      return job?.state
    })
    .toBe('dead')
  expect((await jobs())[0]?.attempts).toBe(8)
  expect(far.messages).toHaveLength(8)
  const [event] = await db
    .selectFrom('audit_event')
    .select(['action', 'reason'])
    .where('action', '=', 'job.dead')
    .execute()
  expect(event?.reason).toMatch(/lead\.send.*503/)
})

test('a far end that answers 410 wants no more', async () => {
  far.behaviour = 410
  await create('Unwanted')
  start()
  await expect.poll(async () => (await jobs())[0]?.state).toBe('dead')
  expect(far.messages).toHaveLength(1)
})

test('E7: not even the operator’s webhook reaches where clouds keep their secrets, or speaks plainly to another machine', async () => {
  for (const webhookAddress of [
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/',
    'http://crm.example/hook',
    'https://user:pass@crm.example/hook',
  ]) {
    await db.deleteFrom('job').execute()
    const other = await worldOn(db, { ...production, webhookAddress })
    await create('Elsewhere', other)
    start(other.platform)
    await expect.poll(async () => (await jobs())[0]?.last_error).toMatch(/169\.254|crm\.example/)
    await Promise.all(startedWorkers.splice(0).map((workers) => workers.stop(100)))
  }
  expect(far.messages).toEqual([])
})
