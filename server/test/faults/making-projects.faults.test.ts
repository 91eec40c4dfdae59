import { callAddress } from '@lintel/contract/jsonapi/call'
import { creationSteps, readCreationProgress } from '@lintel/contract/projects/project-creation'
import { projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerId } from '../../demo/customers'
import { projectId } from '../../demo/projects'
import { closeDatabase } from '../../src/platform/database'
import { installation, openDatabaseOf } from './installation'
import { signInTo } from './server-client'

test('K1: a project whose making kill -9 interrupts is made on after the next start, each step once', async () => {
  const installed = await installation()
  const first = await installed.start()
  await first.ready()
  const db = await openDatabaseOf(installed)
  // Delay the second step, so that the kill interrupts it, and record each committed step.
  await sql`create table step_noted (project uuid, done int)`.execute(db)
  await sql`create function dawdle() returns trigger language plpgsql as $$
    begin
      if new.creation_done > old.creation_done then
        insert into step_noted values (new.id, new.creation_done);
        if new.creation_done = 2 then perform pg_sleep(4); end if;
      end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger dawdling before update of creation_done on project
    for each row execute function dawdle()`.execute(db)

  const anna = await signInTo(first.origin, 'anna@nordbygg.example')
  const { body } = await anna.create(projects, {
    attributes: { name: 'Interrupted', templateProjectId: projectId('NB-T01') },
    relationships: { customer: { data: { type: 'customers', id: customerId('nordbygg') } } },
  })
  const { id } = body.data
  const done = async () =>
    (await db.selectFrom('project').select(['creation_state', 'creation_done']).where('id', '=', id).execute())[0]
  await expect.poll(done).toEqual({ creation_state: 'making', creation_done: 1 })
  await first.end('SIGKILL')
  expect(await done()).toEqual({ creation_state: 'making', creation_done: 1 })
  await closeDatabase(db)

  const second = await installed.start()
  await second.ready()
  const clientAfterRestart = await signInTo(second.origin, 'anna@nordbygg.example')
  const progress = async () => (await clientAfterRestart.get(callAddress(readCreationProgress, { id }))).body
  await expect.poll(progress, { timeout: 120_000 }).toMatchObject({ state: 'complete', done: creationSteps.length })
  const after = await openDatabaseOf(installed)
  const { rows } = await sql<{ done: number }>`select done from step_noted where project = ${id} order by done`.execute(
    after,
  )
  expect(rows.map((row) => row.done)).toEqual(creationSteps.map((_, at) => at + 1))
  await closeDatabase(after)
})
