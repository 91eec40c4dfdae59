import { setTimeout as pause } from 'node:timers/promises'
import { projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { customerId } from '../../demo/customers'
import { closeDatabase, openDatabase } from '../../src/platform/database'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres'
import { expectInTime } from '../expect-in-time'
import { installation } from './installation'
import { type ServerClient, signInTo } from './server-client'

/** Creates projects in a loop until the server is gone; records the ids of acknowledged ones. */
async function createUntilKilled(anna: ServerClient, writer: string, acknowledged: Set<string>): Promise<void> {
  for (let count = 0; ; count++) {
    const answered = await anna
      .create(projects, {
        attributes: { name: `Written ${writer}.${count}` },
        relationships: { customer: { data: { type: 'customers', id: customerId('nordbygg') } } },
      })
      .catch(() => undefined)
    if (!answered) return
    expect(answered.status).toBe(201)
    acknowledged.add(answered.body.data.id)
  }
}

/** The ids of the written projects in three tables, read directly from the database. */
async function findWritten(directory: string): Promise<Record<'projects' | 'owners' | 'audited', string[]>> {
  const { url, stop } = await startEmbeddedPostgres({ directory, log: () => undefined, shared: true })
  const db = openDatabase({ url })
  const idsOf = async (statement: ReturnType<typeof sql<{ id: string }>>) =>
    (await statement.execute(db)).rows.map(({ id }) => id).sort()
  const found = {
    projects: await idsOf(sql`select id from project where name like 'Written %'`),
    owners: await idsOf(sql`
      select project_id as id from project_member join project on project.id = project_id
      where project.name like 'Written %' and privilege_level = 30`),
    audited: await idsOf(sql`
      select target_id as id from audit_event
      where action = 'projects.create' and after ->> 'name' like 'Written %'`),
  }
  await closeDatabase(db)
  await stop()
  return found
}

/**
 * Kills the product under write load `times` times in one installation, and proves that no acknowledged write is lost,
 * no change is partial, and each restart is ready within ten seconds.
 */
export async function killUnderLoad(times: number): Promise<void> {
  const installed = await installation()
  const acknowledged = new Set<string>()
  for (let round = 1; round <= times; round++) {
    const server = await installed.start()
    const readyAfter = await server.ready()
    if (round > 1) expectInTime(readyAfter, 10_000, 'being ready again')
    const anna = await signInTo(server.origin, 'anna@nordbygg.example')
    const before = acknowledged.size
    const writers = [1, 2, 3, 4].map((writer) => createUntilKilled(anna, `${round}.${writer}`, acknowledged))
    await expect.poll(() => acknowledged.size).toBeGreaterThan(before + 10)
    await pause(Math.random() * 500)
    await server.end('SIGKILL')
    await Promise.all(writers)
  }
  const server = await installed.start()
  await server.ready()
  const found = await findWritten(`${installed.directory}/postgres`)
  expect([...acknowledged].filter((id) => !found.projects.includes(id))).toEqual([])
  // A project, its owner's membership and its audit event are written in one transaction.
  expect(found.owners).toEqual(found.projects)
  expect(found.audited).toEqual(found.projects)
}
