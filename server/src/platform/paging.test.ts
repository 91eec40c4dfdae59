import type { Sort } from '@lintel/contract/jsonapi/query'
import { Problem } from '@lintel/contract/problems'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/test-database'
import { type Ordering, page } from './paging'

interface House {
  id: string
  name: string
  floors: number | null
  built: string | null
}

const { db } = await testDatabase()
const houses = db as unknown as Kysely<{ house: House }>
await sql`create table house (id text collate "C" primary key, name text collate "C" not null, floors int, built timestamptz)`.execute(
  db,
)
beforeEach(() => sql`truncate house`.execute(db))

const ordering: Ordering = {
  columns: {
    name: sql.ref('house.name'),
    floors: sql`coalesce(house.floors, -1)`,
    built: sql`coalesce(house.built, '-infinity')`,
  },
  empty: { floors: -1, built: '-infinity' },
  id: sql.ref('house.id'),
  order: [{ field: 'name', descending: false }],
}

const list = (sort: readonly Sort[], at: { size: number; after?: string; before?: string }) =>
  page(houses.selectFrom('house').selectAll(), { sort, page: at }, ordering)

async function build(built: readonly House[]) {
  if (built.length > 0)
    await houses
      .insertInto('house')
      .values([...built])
      .execute()
}

/** Few distinct values, so that every list has ties and nulls; times that differ by a microsecond. */
const house = fc.record({
  id: fc.stringMatching(/^[a-z]{1,3}$/),
  name: fc.constantFrom('', 'a', 'b', "b'", 'ba'),
  floors: fc.constantFrom(null, 0, 1, 2),
  built: fc.constantFrom(null, '2026-03-01T10:00:00.000001Z', '2026-03-01T10:00:00.000002Z', '1999-12-31T23:59:59Z'),
})
const lists = fc.uniqueArray(house, { selector: ({ id }) => id, maxLength: 25 })
const orders = fc
  .tuple(fc.shuffledSubarray(['name', 'floors', 'built', 'id']), fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }))
  .map(([fields, down]) => fields.map((field, at): Sort => ({ field, descending: down[at] ?? false })))

/** The same order without a database: nulls first, and the id in the direction of the last key. */
function sorted(all: readonly House[], sort: readonly Sort[]): string[] {
  const named = sort.length > 0 ? sort : ordering.order
  const last = { field: 'id', descending: named.at(-1)?.descending ?? false }
  const keys = named.some(({ field }) => field === 'id') ? named : [...named, last]
  const compare = (one: House, other: House) => {
    for (const { field, descending } of keys) {
      const [a, b] = [one[field as keyof House] ?? null, other[field as keyof House] ?? null]
      if (a === b) continue
      const smaller = a === null || (b !== null && a < b)
      return smaller === descending ? 1 : -1
    }
    return 0
  }
  return [...all].sort(compare).map(({ id }) => id)
}

test('pages joined together are the whole list in its order, whatever the order, ties, nulls and page size', async () => {
  await fc.assert(
    fc.asyncProperty(lists, orders, fc.integer({ min: 1, max: 9 }), async (all, sort, size) => {
      await sql`truncate house`.execute(db)
      await build(all)
      const forwards: string[] = []
      let slice = await list(sort, { size })
      for (let turned = 0; turned <= all.length; turned++) {
        forwards.push(...slice.records.map(({ id }) => id))
        expect(slice.total).toBe(all.length)
        if (slice.next === null) break
        expect(slice.records).toHaveLength(size)
        slice = await list(sort, { size, after: slice.next })
      }
      expect(forwards).toEqual(sorted(all, sort))

      const backwards = slice.records.map(({ id }) => id)
      while (slice.previous !== null) {
        slice = await list(sort, { size, before: slice.previous })
        backwards.unshift(...slice.records.map(({ id }) => id))
      }
      expect(backwards).toEqual(sorted(all, sort))
    }),
    { numRuns: 60 },
  )
})

test('the first page has no previous one, the last no next one', async () => {
  await build(['a', 'b', 'c'].map((id) => ({ id, name: id, floors: null, built: null })))
  const first = await list([], { size: 2 })
  expect(first).toMatchObject({ total: 3, previous: null, next: expect.any(String) })
  const last = await list([], { size: 2, after: first.next ?? '' })
  expect(last).toMatchObject({ total: 3, next: null, previous: expect.any(String) })
  expect(await list([], { size: 2, before: last.previous ?? '' })).toMatchObject({
    previous: null,
    next: expect.any(String),
  })
})

test('a record that appears or goes between two pages moves no other one', async () => {
  await build(['b', 'd', 'f', 'h'].map((id) => ({ id, name: id, floors: null, built: null })))
  const first = await list([], { size: 2 })
  await build([{ id: 'a', name: 'a', floors: null, built: null }])
  await houses.deleteFrom('house').where('id', '=', 'd').execute()
  const second = await list([], { size: 2, after: first.next ?? '' })
  expect(second.records.map(({ id }) => id)).toEqual(['f', 'h'])
})

test('an empty list is one empty page', async () => {
  expect(await list([], { size: 5 })).toEqual({ records: [], total: 0, next: null, previous: null })
})

test('a cursor that is not ours, of another order or of the wrong types is 400 and reaches nothing', async () => {
  await build(['a', 'b', 'c'].map((id) => ({ id, name: id, floors: 1, built: null })))
  const byFloors = [{ field: 'floors', descending: false }]
  const { next } = await list(byFloors, { size: 1 })
  expect((await list(byFloors, { size: 1, after: next ?? '' })).records).toHaveLength(1)

  const written = (cursor: unknown) => Buffer.from(JSON.stringify(cursor)).toString('base64url')
  const ours = JSON.parse(Buffer.from(next ?? '', 'base64url').toString())
  const tampered = [
    '',
    'nonsense',
    '%00',
    written(null),
    written([]),
    written('x'),
    written({}),
    written({ ...ours, values: ours.values.slice(1) }),
    written({ ...ours, values: [null, 'a'] }),
    written({ ...ours, values: [{}, 'a'] }),
    written({ ...ours, values: 'ab' }),
    written({ ...ours, values: ['x', 'a'] }),
    written({ ...ours, values: [1e300, 'a'] }),
    written({ ...ours, values: ["1'; drop table house; --", 'a'] }),
    written({ ...ours, values: [1, 'a\u0000'] }),
    written({ ...ours, order: 'name,id' }),
    written({ ...ours, total: 'many' }),
    written({ ...ours, total: -1 }),
  ]
  for (const after of tampered) {
    const refused = await list(byFloors, { size: 1, after }).catch((error: unknown) => error)
    expect(refused, after).toBeInstanceOf(Problem)
    expect((refused as Problem).code, after).toBe('invalidCursor')
  }
  await expect(list([], { size: 1, before: next ?? '' })).rejects.toMatchObject({ code: 'invalidCursor', status: 400 })
  expect(await list([], { size: 5 })).toMatchObject({ total: 3 })
})

test('the whole list is counted once: a later page asks one question', async () => {
  await build(['a', 'b', 'c'].map((id) => ({ id, name: id, floors: null, built: null })))
  const { next } = await list([], { size: 1 })
  await build([{ id: 'z', name: 'z', floors: null, built: null }])
  expect((await list([], { size: 1, after: next ?? '' })).total).toBe(3)
  expect((await list([], { size: 1 })).total).toBe(4)
})
