import type { FeedTableName } from '@lintel/contract/exchange/feed-tables'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { browser } from '../../../test/browser'
import { countBlocks } from '../../../test/capture-statements'
import { world } from '../../../test/world'

const { app, db } = await world()
const nordbygg = customerId('nordbygg')
const owner = personId('ola@nordbygg.example')
const reports = 'reports@nordbygg.example'
const signIn = await browser(app, { isOurPage: false }).post('/mgw/api/v2/login', {
  username: reports,
  password: demoPassword,
})
const { refreshToken } = signIn.json<{ refreshToken: string }>()
const authorization = `Basic ${Buffer.from(`${reports}:${refreshToken}`).toString('base64')}`

async function read(address: string) {
  const answer = await app.inject({ url: address, headers: { authorization, prefer: 'odata.maxpagesize=20' } })
  expect(answer.statusCode, answer.body).toBe(200)
  const { '@odata.nextLink': next = '' } = answer.json<{ '@odata.nextLink'?: string }>()
  return { next: next.replace(/^https?:\/\/[^/]+/, '') }
}

/** Adds projects that hold thirty topics, thirty checklists and a model each, and come last by their ids. */
async function addProjects(count: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`
      create temporary table added on commit drop as
      select overlay(gen_random_uuid()::text placing 'ffffffff' from 1)::uuid as id, gen_random_uuid() as workflow
      from generate_series(1, ${count})`.execute(transaction)
    await sql`
      insert into project (id, customer_id, name, owner_id)
      select id, ${nordbygg}::uuid, 'Site ' || id, ${owner}::uuid from added`.execute(transaction)
    await sql`
      insert into project_member (project_id, user_id, customer_id, privilege_level)
      select id, ${owner}::uuid, ${nordbygg}::uuid, 30 from added`.execute(transaction)
    await sql`
      insert into workflow (id, customer_id, project_id, name, colour, states)
      select workflow, ${nordbygg}::uuid, id, 'Snagging', '#bf3989', '[{"name": "Open", "kind": "open"}]' from added`.execute(
      transaction,
    )
    await sql`
      insert into topic (id, customer_id, project_id, number, title, workflow_id, state, state_kind)
      select gen_random_uuid(), ${nordbygg}::uuid, id, number, 'Crack ' || number, workflow, 'Open', 'open'
      from added cross join generate_series(1, 30) as number`.execute(transaction)
    await sql`
      insert into checklist (id, customer_id, project_id, name, applies_to, is_repeatable, items)
      select gen_random_uuid(), ${nordbygg}::uuid, id, 'Seals ' || number, 'space', true, '[]'
      from added cross join generate_series(1, 30) as number`.execute(transaction)
    await sql`
      insert into ifc_model (id, customer_id, project_id, name, classifications)
      select gen_random_uuid(), ${nordbygg}::uuid, id, 'House', '{"IfcWall": 3, "IfcDoor": 4, "IfcSlab": 5}' from added`.execute(
      transaction,
    )
  })
  await sql`analyze`.execute(db)
}

test('a page of what projects hold costs the same, however many projects there are', async () => {
  const tables = ['topics', 'checklists', 'classifications'] as const satisfies FeedTableName[]
  const blocksOfEach = async () => {
    const blocks: number[] = []
    for (const table of tables) {
      const { next } = await read(`/odata/${nordbygg}/${table}`)
      blocks.push(await countBlocks(db, 'row_to_json', () => read(next)))
    }
    return blocks
  }
  await addProjects(10)
  const few = await blocksOfEach()
  await addProjects(200)
  const many = await blocksOfEach()
  // A join may be done another way, at the cost of a few blocks per row of the page.
  expect(many.map((blocks, at) => blocks < (few[at] ?? 0) + 250)).toEqual([true, true, true])
})
