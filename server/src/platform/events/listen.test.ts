import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectInTime } from '../../../test/expect-in-time'
import { onCleanup } from '../../../test/on-cleanup'
import { testDatabase } from '../../../test/test-database'
import { listen } from './listen'

const { db, url } = await testDatabase()

test('what is said on the channel is heard, and stopping leaves no connection behind', async () => {
  const onMessage: string[] = []
  const { stop } = listen({ url, channel: 'house', onMessage: (message) => onMessage.push(message) })
  await expect.poll(() => onMessage).toEqual([''])
  await sql`select pg_notify('house', 'red')`.execute(db)
  await expect.poll(() => onMessage).toEqual(['', 'red'])
  await stop()
  const connections = sql`select from pg_stat_activity
    where application_name = 'lintel events' and datname = current_database()`
  await expect.poll(async () => (await connections.execute(db)).rows).toEqual([])
})

/** The address of a network to the database that loses everything while `isForgetting`, the end of a connection always. */
async function forgetfulNetwork() {
  const network = { url: '', isForgetting: false }
  const { hostname, port } = new URL(url)
  const opened: Socket[] = []
  const through = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port) })
    far.on('data', (bytes) => network.isForgetting || near.write(bytes))
    near.on('data', (bytes) => network.isForgetting || far.write(bytes))
    for (const end of [near, far]) end.on('error', () => {})
    near.on('close', () => far.destroy())
    opened.push(near)
  })
  await new Promise<void>((ready) => through.listen(0, '127.0.0.1', ready))
  onCleanup(() => {
    through.close()
    for (const near of opened) near.destroy()
  })
  const address = new URL(url)
  address.hostname = '127.0.0.1'
  address.port = String((through.address() as AddressInfo).port)
  network.url = address.href
  return network
}

test('a connection that the network has forgotten is made anew, and what was missed is asked for', async () => {
  const network = await forgetfulNetwork()
  const onMessage: string[] = []
  const terms = {
    channel: 'house',
    retryDelay: 10,
    probeInterval: 100,
    onMessage: (message: string) => onMessage.push(message),
  }
  const { stop } = listen({ url: network.url, ...terms })
  await expect.poll(() => onMessage).toEqual([''])
  network.isForgetting = true
  await sql`select pg_notify('house', 'red')`.execute(db)
  // Long enough that the probe fails: only later connections get through.
  await new Promise((resume) => setTimeout(resume, 500))
  network.isForgetting = false
  await expect.poll(() => onMessage.filter((message) => message === '').length).toBeGreaterThan(1)
  await sql`select pg_notify('house', 'blue')`.execute(db)
  await expect.poll(() => onMessage).toContain('blue')
  await stop()
})

test('listening ends soon although the database no longer closes its connections', async () => {
  const network = await forgetfulNetwork()
  const onMessage: string[] = []
  const { stop } = listen({ url: network.url, channel: 'house', onMessage: (message) => onMessage.push(message) })
  await expect.poll(() => onMessage).toEqual([''])
  network.isForgetting = true
  const startedAt = performance.now()
  await stop()
  expectInTime(performance.now() - startedAt, 2_000)
})

test('K5: listening that is stopped while it still connects has stopped', async () => {
  const onMessage: string[] = []
  await listen({ url, channel: 'house', onMessage: (message) => onMessage.push(message) }).stop()
  expect(onMessage).toEqual([])
})
