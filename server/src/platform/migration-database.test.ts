import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onCleanup } from '../../test/on-cleanup'
import { emptyDatabase } from '../../test/test-database'
import { closeDatabase, openDatabase } from './database'
import { lockSchema, withMigrationDatabase } from './migration-database'

const url = await emptyDatabase()
const db = openDatabase({ url })
onCleanup(() => closeDatabase(db))

/** Whether each of the connections for migrating this database waits for a lock. */
const connections = async () =>
  (
    await sql<{ isWaiting: boolean }>`
      select coalesce(wait_event_type = 'Lock', false) as "isWaiting" from pg_stat_activity
      where datname = current_database() and application_name = 'lintel migrations'`.execute(db)
  ).rows.map(({ isWaiting }) => isWaiting)

test('there is one connection, which is closed with what it answered or threw', async () => {
  const number = await withMigrationDatabase(url, async (one) => {
    await Promise.all([1, 2].map(() => sql`select 1`.execute(one)))
    return (await connections()).length
  })
  expect(number).toBe(1)
  await expect.poll(connections).toEqual([])
  await expect(withMigrationDatabase(url, (one) => sql`select nonsense`.execute(one))).rejects.toThrow('nonsense')
  await expect.poll(connections).toEqual([])
})

test('of two that prepare the database, the second says so and waits for the transaction of the first', async () => {
  const done: string[] = []
  await withMigrationDatabase(url, async (first) => {
    const second = await first.transaction().execute(async (tx) => {
      await lockSchema(tx, () => done.push('first waits'))
      const waiting = withMigrationDatabase(url, (other) =>
        other.transaction().execute(async (otherTx) => {
          await lockSchema(otherTx, () => done.push('second waits'))
          done.push('second')
        }),
      )
      await expect.poll(connections).toContain(true)
      done.push('first')
      return { waiting }
    })
    await second.waiting
  })
  expect(done).toEqual(['second waits', 'first', 'second'])
})

test('who waits for another that prepares the database waits longer than the login allows its statements', async () => {
  await sql`do $$ begin
    execute format('alter database %I set statement_timeout = ''100ms''', current_database());
  end $$`.execute(db)
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and application_name = 'lintel migrations' and clock_timestamp() - query_start > interval '200 milliseconds'`
  const done: string[] = []
  const prepare = (name: string, meanwhile = async () => undefined as unknown) =>
    withMigrationDatabase(url, (one) =>
      one.transaction().execute(async (tx) => {
        await lockSchema(tx)
        await meanwhile()
        done.push(name)
      }),
    )
  let second: Promise<unknown> | undefined
  await prepare('first', () => {
    second = prepare('second')
    return expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1)
  })
  await second
  expect(done).toEqual(['first', 'second'])
})

test('a connection that breaks fails the transaction that has it, and not the process', async () => {
  const answer = withMigrationDatabase(url, async (one) => {
    const end = async (tx: typeof one) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(db)
      await expect.poll(connections).toEqual([])
      // The server has said so before the connection is gone from its list. This process may read that after the list.
      await setImmediate()
    }
    const broken = one.transaction().execute(async (tx) => {
      await end(tx)
      await sql`select 1`.execute(tx)
    })
    await expect(broken).rejects.toThrow(/connection/i)
    await end(one)
    return (await sql`select 1 as alive`.execute(one)).rows
  })
  expect(await answer).toEqual([{ alive: 1 }])
})
