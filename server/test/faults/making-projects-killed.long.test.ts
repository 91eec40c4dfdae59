import { callAddress } from '@lintel/contract/jsonapi/call'
import { creationSteps, readCreationProgress } from '@lintel/contract/projects/project-creation'
import { projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerId } from '../../demo/customers'
import { projectId } from '../../demo/projects'
import { closeDatabase, openDatabase } from '../../src/platform/database'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres'
import { installation } from './installation'
import { signInTo } from './server-client'

const template = projectId('NB-2042')

test('K1: kill -9 at every step of a copy leaves a project that is made on, complete, with nothing twice', async () => {
  const installed = await installation()
  const openOurs = async () => {
    const { url } = await startEmbeddedPostgres({
      directory: `${installed.directory}/postgres`,
      log: () => undefined,
      shared: true,
    })
    return openDatabase({ url })
  }
  let server = await installed.start()
  await server.ready()
  let db = await openOurs()
  await sql`create table killed_at (step int)`.execute(db)
  await sql`create table step_noted (project uuid, done int)`.execute(db)
  await sql`create function dawdle() returns trigger language plpgsql as $$
    begin
      if new.creation_done > old.creation_done then
        insert into step_noted values (new.id, new.creation_done);
        if exists (select from killed_at where step = new.creation_done) then perform pg_sleep(4); end if;
      end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger dawdling before update of creation_done on project
    for each row execute function dawdle()`.execute(db)

  const begin = async (name: string) => {
    const anna = await signInTo(server.origin, 'anna@nordbygg.example')
    const { body } = await anna.create(projects, {
      attributes: { name, templateProjectId: template },
      relationships: { customer: { data: { type: 'customers', id: customerId('nordbygg') } } },
    })
    return body.data.id as string
  }
  const complete = async (id: string) => {
    const anna = await signInTo(server.origin, 'anna@nordbygg.example')
    const progress = async () => (await anna.get(callAddress(readCreationProgress, { id }))).body
    await expect.poll(progress, { timeout: 120_000 }).toMatchObject({ state: 'complete', done: creationSteps.length })
  }
  const contents = async (id: string) =>
    db
      .selectFrom('project_content')
      .select(['entity_type', 'name', 'content_hash'])
      .where('project_id', '=', id)
      .orderBy('entity_type')
      .orderBy('name')
      .orderBy('content_hash')
      .execute()

  const reference = await begin('Never killed')
  await complete(reference)
  const expected = await contents(reference)
  expect(expected.length).toBeGreaterThan(20)
  for (const [at, step] of creationSteps.entries()) {
    await sql`insert into killed_at values (${at + 1})`.execute(db)
    const id = await begin(`Killed at ${step}`)
    const dawdling = sql`select from pg_stat_activity where wait_event = 'PgSleep'`
    await expect.poll(async () => (await dawdling.execute(db)).rows.length, { timeout: 60_000 }).toBe(1)
    await server.end('SIGKILL')
    await sql`delete from killed_at`.execute(db)
    await closeDatabase(db)

    server = await installed.start()
    await server.ready()
    db = await openOurs()
    await complete(id)
    const { rows } = await sql<{
      done: number
    }>`select done from step_noted where project = ${id} order by done`.execute(db)
    expect([step, rows.map(({ done }) => done)]).toEqual([step, creationSteps.map((_, done) => done + 1)])
    expect(await contents(id)).toEqual(expected)
  }
  await closeDatabase(db)
})
