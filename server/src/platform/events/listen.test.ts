import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/test-database'
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

test('K5: listening that is stopped while it still connects has stopped', async () => {
  const heard: string[] = []
  await listen({ url, channel: 'house', heard: (message) => heard.push(message) }).stop()
  expect(heard).toEqual([])
})
