import { type AddressInfo, connect, createServer } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/test-database'
import { whenDone } from '../../../test/when-done'
import { listen } from './listen'

const { db, url } = await testDatabase()

test('what is said on the channel is heard, and stopping leaves no connection behind', async () => {
  const heard: string[] = []
  const { stop } = listen({ url, channel: 'house', heard: (message) => heard.push(message) })
  await expect.poll(() => heard).toEqual([''])
  await sql`select pg_notify('house', 'red')`.execute(db)
  await expect.poll(() => heard).toEqual(['', 'red'])
  await stop()
  const connections = sql`select from pg_stat_activity
    where application_name = 'lintel events' and datname = current_database()`
  await expect.poll(async () => (await connections.execute(db)).rows).toEqual([])
})

test('a connection that the network has forgotten is made anew, and what was missed is asked for', async () => {
  const { hostname, port } = new URL(url)
  let isForgotten = false
  const through = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) })
    far.on('data', (bytes) => isForgotten || near.write(bytes))
    near.on('data', (bytes) => isForgotten || far.write(bytes))
    for (const end of [near, far]) end.on('error', () => {})
    near.on('close', () => far.destroy())
  })
  await new Promise<void>((ready) => through.listen(0, '127.0.0.1', ready))
  whenDone(() => void through.close())
  const address = new URL(url)
  address.hostname = '127.0.0.1'
  address.port = String((through.address() as AddressInfo).port)
  const heard: string[] = []
  const terms = { channel: 'house', patience: 10, signsEvery: 100, heard: (message: string) => heard.push(message) }
  const { stop } = listen({ url: address.href, ...terms })
  await expect.poll(() => heard).toEqual([''])
  isForgotten = true
  await sql`select pg_notify('house', 'red')`.execute(db)
  // Long enough that the silence is noticed: only what is connected from then on gets through.
  await new Promise((resume) => setTimeout(resume, 500))
  isForgotten = false
  await expect.poll(() => heard.filter((message) => message === '').length).toBeGreaterThan(1)
  await sql`select pg_notify('house', 'blue')`.execute(db)
  await expect.poll(() => heard).toContain('blue')
  await stop()
})

test('K5: listening that is stopped while it still connects has stopped', async () => {
  const heard: string[] = []
  await listen({ url, channel: 'house', heard: (message) => heard.push(message) }).stop()
  expect(heard).toEqual([])
})
