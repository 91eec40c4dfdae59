import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projects } from '@lintel/contract/projects/projects'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres'
import { freePort } from '../server-process'
import { whenDone } from '../when-done'
import { signedIn } from './caller'
import { installation } from './demo-server'

test('K6: two servers that start together on one empty database both come up, and show the same world', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-faults-'))
  const postgres = await startEmbeddedPostgres({ directory, durable: false, log: () => undefined })
  whenDone(async () => {
    await postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  })
  // Copies behind one proxy have the same address for people, and the same key.
  const place = await installation({ DATABASE_URL: postgres.url, PUBLIC_URL: 'http://localhost:8080' })
  const [one, other] = await Promise.all([place.start(), place.start({ port: await freePort() })])
  await Promise.all([one.ready(), other.ready()])
  // Who signed in at one of them is known to the other as well.
  const anna = await signedIn(one.origin, 'anna@nordbygg.example')
  const shown = await Promise.all([anna.get(projects.path), anna.at(other.origin).get(projects.path)])
  expect(shown.map(({ status }) => status)).toEqual([200, 200])
  const [here, there] = shown.map(({ body }) => body.data.map(({ id }: { id: string }) => id))
  expect(here.length).toBeGreaterThan(0)
  expect(there).toEqual(here)
})

test('K6: a first start that is killed at any moment leaves nothing that the next one cannot finish', async () => {
  for (const moment of [500, 1_500]) {
    const place = await installation()
    const cut = await place.start()
    await pause(moment)
    await cut.end('SIGKILL')
    const server = await place.start()
    await server.ready()
    const anna = await signedIn(server.origin, 'anna@nordbygg.example')
    expect((await anna.get(projects.path)).body.data.length, `killed after ${moment} ms`).toBeGreaterThan(0)
    await server.end('SIGTERM')
  }
})
