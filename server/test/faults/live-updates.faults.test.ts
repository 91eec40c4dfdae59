import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { organizations } from '@lintel/contract/people/organizations'
import { afterAll, expect, test } from 'vitest'
import { customerId } from '../../demo/customers'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres'
import { isChangeOf, isReady, openEventStream } from '../event-reader'
import { expectInTime } from '../expect-in-time'
import { testSecretKey } from '../test-secrets'
import { readyServer } from './installation'
import { call, logIn, signInTo } from './server-client'

const directory = mkdtempSync(join(tmpdir(), 'lintel-faults-'))
const start = (port?: number) =>
  startEmbeddedPostgres({ directory, durable: false, log: () => undefined, ...(port !== undefined && { port }) })
let postgres: EmbeddedPostgres = await start()
afterAll(async () => {
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
})
const shared = { DATABASE_URL: postgres.url, SECRET_KEY: testSecretKey }
const here = await readyServer(shared)
const there = await readyServer(shared)
const customer = customerId('nordbygg')
const anna = await signInTo(there.origin, 'anna@nordbygg.example')
const follow = async () => {
  const { body } = await logIn(here.origin, 'anna@nordbygg.example')
  const reader = await openEventStream({ origin: here.origin, bearer: body.idToken, customer })
  await reader.waitForEvent(isReady)
  return reader
}

async function addOrganization(name: string): Promise<string> {
  const answer = await anna.create(organizations, {
    attributes: { name },
    relationships: { customer: { data: { type: 'customers', id: customer } } },
  })
  expect(answer.status).toBe(201)
  return answer.body.data.id
}

/** Waits until `/readyz` of both servers has this status. */
async function expectReadiness(status: number): Promise<void> {
  for (const { origin } of [here, there]) {
    await expect.poll(async () => (await call(`${origin}/readyz`)).status).toBe(status)
  }
}

test('K2: a stream outlives the database: what changes after its return is told by the server that made it and the other', async () => {
  const reader = await follow()
  await reader.waitForEvent(isChangeOf(organizations.type, await addOrganization('Before AS')))
  await postgres.stop()
  // Wait for both servers twice: each caches its status for half a second, and the last one before the loss is 200 as
  // well.
  await expectReadiness(503)
  postgres = await start(postgres.port)
  await expectReadiness(200)
  await reader.waitForEvent(isChangeOf(organizations.type, await addOrganization('After AS')))
  reader.close()
})

test('K5: a server that stops ends its streams and leaves within its time', async () => {
  const reader = await follow()
  const startedAt = performance.now()
  expect(await here.end('SIGTERM')).toBe(0)
  await reader.ended
  expectInTime(performance.now() - startedAt, 10_000)
})
