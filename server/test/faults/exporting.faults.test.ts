import { utimes } from 'node:fs/promises'
import { downloadTopicExport, listTopicExports, startTopicExport } from '@lintel/contract/exchange/topic-exports'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { sql } from 'kysely'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { customerId } from '../../demo/customers'
import { projectId } from '../../demo/projects'
import { closeDatabase, type Database } from '../../src/platform/database'
import { installation, objectFilesOf, openDatabaseOf } from './installation'
import { logIn } from './server-client'

const customer = customerId('nordbygg')
const project = projectId('NB-2041')

/** Adds enough topics for an export of several parts. */
const addTopics = (db: Database) =>
  sql`
  insert into topic (id, customer_id, project_id, number, title, text, workflow_id, state, state_kind)
  select gen_random_uuid(), customer_id, project_id, 100000 + place, 'Many ' || place, 'text', workflow_id, state, state_kind
  from (select * from topic where project_id = ${project} and not is_deleted order by id limit 1) as known
  cross join generate_series(1, 4500) as place`.execute(db)

/** The moments at which the server is killed during an export, each with a trigger that delays its statement. */
const moments = {
  'behind its first part': sql`create trigger dawdling before update of topics on topic_export
    for each row when (new.total is not null) execute function dawdle()`,
  'between its bytes and its row': sql`create trigger dawdling before insert on stored_object
    for each row execute function dawdle()`,
}

test('K1: an export of topics that kill -9 cuts is written whole after the next start, and leaves no other bytes', async () => {
  const installed = await installation()
  let server = await installed.start()
  await server.ready()
  let db = await openDatabaseOf(installed)
  await addTopics(db)
  const stored = await db
    .selectFrom('topic')
    .select('id')
    .where('project_id', '=', project)
    .where('is_deleted', '=', false)
    .execute()
  // The first progress update is delayed as well, so that there is another one after the first part.
  await sql`create function dawdle() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(case when to_jsonb(new) ->> 'topics' = '0' then 1 else 6 end);
      return new;
    end $$`.execute(db)
  const request = async (path: string, body?: object) => {
    const { idToken } = (await logIn(server.origin, 'anna@nordbygg.example')).body
    return fetch(server.origin + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  }
  for (const [moment, slow] of Object.entries(moments)) {
    const before = await objectFilesOf(installed)
    const added = async () => (await objectFilesOf(installed)).filter((file) => !before.includes(file))
    await slow.execute(db)
    const body = { customer, projects: [project], format: 'csv' }
    const { id } = (await (await request(startTopicExport.path, body)).json()) as { id: string }
    const stateOf = async () => {
      const { data } = (await (await request(callAddress(listTopicExports, {}, { customer }))).json()) as {
        data: { id: string; state: string; topics: number }[]
      }
      return data.find((one) => one.id === id)
    }
    const dawdling = sql<{ is: boolean }>`select exists (
      select from pg_stat_activity where wait_event = 'PgSleep' and now() - xact_start > interval '1.5 s') as is`
    await expect.poll(async () => (await dawdling.execute(db)).rows, { timeout: 60_000 }).toEqual([{ is: true }])
    await server.end('SIGKILL')
    const orphaned = await added()
    expect(orphaned, moment).toHaveLength(1)
    await sql`drop trigger dawdling on ${sql.table(moment === 'behind its first part' ? 'topic_export' : 'stored_object')}`.execute(
      db,
    )
    await closeDatabase(db)

    server = await installed.start()
    await server.ready()
    await expect.poll(stateOf, { timeout: 150_000 }).toMatchObject({ state: 'done', topics: stored.length })
    const file = await request(callAddress(downloadTopicExport, { id }))
    const { data } = Papa.parse<string[]>((await file.text()).trim(), { delimiter: ';' })
    const column = data[0]?.indexOf('id') ?? -1
    expect(
      data
        .slice(1)
        .map((row) => row[column])
        .sort(),
      moment,
    ).toEqual(stored.map(({ id }) => id).sort())

    // Make the file seven hours old: the sweep spares younger ones, which may be uploads in progress.
    const old = new Date(Date.now() - 7 * 3_600_000)
    for (const one of orphaned) await utimes(one, old, old)
    db = await openDatabaseOf(installed)
    const due = { run_at: new Date().toISOString(), leased_by: null, leased_until: null }
    await db.updateTable('job').set(due).where('kind', '=', 'objects.sweep-files').execute()
    await expect
      .poll(async () => (await added()).filter((one) => orphaned.includes(one)), { timeout: 60_000 })
      .toEqual([])
    const { rows } = await sql<{ key: string }>`
      select object_key as key from topic_export where id = ${id}::uuid`.execute(db)
    expect(
      (await added()).map((one) => one.split(/[/\\]/).at(-1)),
      moment,
    ).toEqual(rows.map(({ key }) => key))
  }
  await closeDatabase(db)
}, 600_000)
