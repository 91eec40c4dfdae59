import { setTimeout as pause } from 'node:timers/promises'
import { projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { customerId } from '../../demo/customers'
import { closeDatabase, openDatabase } from '../../src/platform/database'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres'
import { expectInTime } from '../in-time'
import { type ServerClient, signInTo } from './server-client'
import { installation } from './installation'

/** Creates projects one after the other until the server is gone; notes the ids of those it was told were created. */
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

/** The written projects as three tables know them, asked without the product. */
async function findWritten(directory: string): Promise<Record<'projects' | 'owners' | 'told', string[]>> {
  const { url, stop } = await startEmbeddedPostgres({ directory, log: () => undefined, shared: true })
  const db = openDatabase({ url })
  const idsOf = async (statement: ReturnType<typeof sql<{ id: string }>>) =>
    (await statement.execute(db)).rows.map(({ id }) => id).sort()
  const found = {
    projects: await idsOf(sql`select id from project where name like 'Written %'`),
    owners: await idsOf(sql`
      select project_id as id from project_member join project on project.id = project_id
      where project.name like 'Written %' and privilege_level = 30`),
    told: await idsOf(sql`
      select target_id as id from audit_event
      where action = 'projects.create' and after ->> 'name' like 'Written %'`),
  }
  await closeDatabase(db)
  await stop()
  return found
}

/**
 * Kills the product under write load, so many times in one place, and proves that nothing acknowledged is lost, that no half
 * change is left, and that each next start is ready in ten seconds.
 */
export async function killUnderLoad(times: number): Promise<void> {
  const place = await installation()
  const acknowledged = new Set<string>()
  for (let round = 1; round <= times; round++) {
    const server = await place.start()
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
  const server = await place.start()
  await server.ready()
  const found = await findWritten(`${place.directory}/postgres`)
  expect([...acknowledged].filter((id) => !found.projects.includes(id))).toEqual([])
  // A project, its owner's membership and its audit event are one transaction: all of it is there, or nothing.
  expect(found.owners).toEqual(found.projects)
  expect(found.told).toEqual(found.projects)
}
