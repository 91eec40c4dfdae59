import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, test } from 'vitest'
import { countBlocks } from '../../../test/capture-statements'
import { testDatabase } from '../../../test/test-database'
import { claimJobs } from './job-queue'

const { db } = await testDatabase()
const now = '2026-03-01T10:00:00Z'
const kinds = ['bell.ring', 'door.open', 'lamp.light']

beforeEach(async () => {
  await db.deleteFrom('job').execute()
})

/** Adds jobs of a kind, one due each second, the last of them `minutes` ago. */
const add = (kind: string, count: number, minutes: number) =>
  sql`insert into job (id, kind, run_at, created_at)
    select gen_random_uuid(), ${kind}, ${now}::timestamptz - ${minutes} * interval '1 minute' - number * interval '1 second', ${now}
    from generate_series(0, ${count - 1}) as number`.execute(db)

const claim = (limit: number) => claimJobs(db, { worker: uuidv7(), kinds, now, lease: 60_000, limit })
const claimed = async (limit: number) => (await claim(limit)).map(({ kind }) => kind).toSorted()

test('the jobs of several kinds are claimed in the order in which they are due', async () => {
  await add('other', 5, 60)
  await add('bell.ring', 1, 50)
  await add('door.open', 2, 40)
  await add('bell.ring', 1, 30)
  await add('lamp.light', 1, -1)
  expect(await claimed(2)).toEqual(['bell.ring', 'door.open'])
  expect(await claimed(1)).toEqual(['door.open'])
  expect(await claimed(5)).toEqual(['bell.ring'])
  expect(await claimed(5)).toEqual([])
})

test('a claim by a plan that was made for an empty queue takes no more jobs than it says', async () => {
  await sql`truncate job`.execute(db)
  await sql`analyze job`.execute(db)
  // A statement that is repeated keeps its plan.
  for (let each = 0; each < 10; each++) await claim(2)
  for (const kind of kinds) await add(kind, 10, 10)
  expect(await claim(2)).toHaveLength(2)
})

test('a claim costs the same, however many jobs of other kinds wait before', async () => {
  for (const kind of kinds) await add(kind, 10, 10)
  await sql`analyze job`.execute(db)
  const blocks = () => countBlocks(db, 'skip locked', () => claim(2))
  const few = await blocks()
  await add('other', 20_000, 20)
  const unexpected = await blocks()
  await sql`analyze job`.execute(db)
  const known = await blocks()
  expect([unexpected, known].map((many) => many < few + 100)).toEqual([true, true])
})
