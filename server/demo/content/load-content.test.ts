import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/test-database'
import { demoFiles } from './files'

const { db } = await testDatabase()

const numbers = async <T>(statement: ReturnType<typeof sql<T>>) => (await statement.execute(db)).rows

test('twenty projects hold what a building site has, three libraries what templates are built from, and no project nothing', async () => {
  const rich = await numbers(sql<{ name: string }>`
    select name from project join project_figures on project_id = project.id
    where num_checklists >= 25 and num_spaces >= 40 and num_documents >= 10 and num_folders >= 15 and num_ifc_models >= 3
      and num_actual_topics > 15`)
  expect(rich).toHaveLength(20)
  const libraries = await numbers(sql<{ external_id: string; num_checklists: number }>`
    select external_id, num_checklists from project join project_figures on project_id = project.id
    where is_library and (num_checklists >= 100 or num_folders >= 15) order by external_id`)
  expect(libraries.length).toBeGreaterThanOrEqual(3)
  expect(libraries).toContainEqual({ external_id: 'LIB-1', num_checklists: 214 })
  const empty = await numbers(sql`select from project_figures where num_checklists = 0 and num_folders = 0`)
  expect(empty).toEqual([])
})

test('topics come over the last year, more and more of them, and the old ones are closed', async () => {
  const [row] = await numbers(sql<Record<string, number>>`
    select count(*) filter (where created_at < now() - interval '270 days')::int as old,
      count(*) filter (where created_at < now() - interval '270 days' and state_kind = 'closed')::int as "oldClosed",
      count(*) filter (where created_at > now() - interval '90 days')::int as young,
      count(*) filter (where created_at > now() - interval '14 days' and state_kind = 'open')::int as "openNow",
      count(*) filter (where state_since < created_at or state_since > now())::int as wrong,
      (select count(*)::int from project_figures where last_topic_number <> coalesce(
        (select max(number) from topic where topic.project_id = project_figures.project_id), 0)) as misnumbered
    from topic`)
  expect(row?.wrong).toBe(0)
  expect(row?.misnumbered).toBe(0)
  expect(row?.young).toBeGreaterThan(2 * (row?.old ?? 0))
  expect((row?.oldClosed ?? 0) / (row?.old ?? 1)).toBeGreaterThan(0.8)
  expect(row?.openNow).toBeGreaterThan(50)
})

test('documents name files that are what they say: PDFs that end as PDFs do, and pictures with their checks', async () => {
  const keys = await numbers(
    sql<{
      object_key: string
    }>`select distinct object_key from document where object_key is not null order by object_key`,
  )
  const known = Object.values(demoFiles).map(({ key }) => key)
  expect(known).toEqual(expect.arrayContaining(keys.map(({ object_key }) => object_key)))
  for (const { bytes, mediaType } of Object.values(demoFiles)) {
    const text = bytes.toString('latin1')
    if (mediaType === 'application/pdf') {
      expect(text).toMatch(/^%PDF-1\.4\n[\s\S]*%%EOF\n$/)
      const table = Number(/startxref\n(\d+)/.exec(text)?.[1])
      expect(text.slice(table, table + 4)).toBe('xref')
    } else expect(text.slice(1, 4)).toBe('PNG')
  }
})
