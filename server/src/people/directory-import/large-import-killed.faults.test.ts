import { changeSets } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { installation } from '../../../test/faults/installation'
import { logIn } from '../../../test/faults/server-client'
import { multipartForm } from '../../../test/multipart-form'
import { zipOf } from '../../../test/zip'
import { closeDatabase, type Database, openDatabase } from '../../platform/database'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres'

const domain = 'nordbygg.example'
const customer = customerId('nordbygg')
const people = Array.from({ length: 2_000 }, (_, at) => `killed${at}@${domain}`)
const projects = ['NB-1987', 'NB-2042', 'NB-2041', 'NB-2103']
const lines = (heading: string, rows: readonly string[]) => `${heading}\n${rows.join('\n')}\n`
const archive = zipOf({
  'users.csv': lines(
    'email;givenName;familyName',
    people.map((email, at) => `${email};Given${at};Family${at}`),
  ),
  'memberships.csv': lines(
    'group;email',
    people.map((email) => `Everybody;${email}`),
  ),
  'access.csv': lines(
    'group;project;role',
    projects.map((project) => `Everybody;${project};user`),
  ),
})

/** Signs in an administrator at a running server, who imports and reads the state of a plan. */
async function signInAt(origin: string) {
  const { body } = await logIn(origin, `astrid@${domain}`)
  const authorization = `Bearer ${body.idToken}`
  return {
    async submit(fields: Record<string, string | Uint8Array>): Promise<{ planId: string }> {
      const { headers, payload } = multipartForm(fields)
      const answer = await fetch(`${origin}/mgw/api/v3/rkv-ad-import`, {
        method: 'POST',
        headers: { ...headers, authorization },
        body: new Uint8Array(payload),
      })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.json() as Promise<{ planId: string }>
    },
    async stateOf(id: string): Promise<string> {
      const answer = await fetch(`${origin}${changeSets.path}/${id}`, { headers: { authorization } })
      return ((await answer.json()) as { data: { attributes: { state: string } } }).data.attributes.state
    },
  }
}

async function stored(db: Database) {
  const { rows } = await sql<{ members: number; people: number; access: number; events: number }>`
    select (select count(*)::int from project_member where customer_id = ${customer}) as members,
      (select count(*)::int from app_user where email like 'killed%') as people,
      (select count(*)::int from directory_group_access where customer_id = ${customer}) as access,
      (select count(*)::int from audit_event where action = 'change-sets.apply') as events`.execute(db)
  return rows[0]
}

test('K1: an import whose server is killed by -9 in the middle of its apply leaves nothing, and is done once after the next start', async () => {
  const server = await installation()
  const databaseOf = async () =>
    openDatabase({
      url: (
        await startEmbeddedPostgres({ directory: `${server.directory}/postgres`, log: () => undefined, shared: true })
      ).url,
    })
  const first = await server.start()
  await first.ready()
  const db = await databaseOf()
  const before = await stored(db)
  const astrid = await signInAt(first.origin)
  const { planId } = await astrid.submit({ domain, file: archive })
  await expect.poll(() => astrid.stateOf(planId), { timeout: 120_000 }).toBe('planned')
  // People, groups and group members are written by then; the kill hits the access of groups.
  await sql`create function dawdle() returns trigger language plpgsql as $$
    begin perform pg_sleep(5); return new; end $$`.execute(db)
  await sql`create trigger dawdling before insert on directory_group_access for each statement execute function dawdle()`.execute(
    db,
  )
  await astrid.submit({ planId, dryRun: 'false' })
  const dawdling = async () =>
    (await sql`select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`.execute(db))
      .rows.length
  await expect.poll(dawdling).toBe(1)
  await first.end('SIGKILL')
  expect(await stored(db)).toEqual(before)
  await expect.poll(dawdling).toBe(0)
  expect(await stored(db)).toEqual(before)
  await sql`drop trigger dawdling on directory_group_access`.execute(db)
  await closeDatabase(db)

  const second = await server.start()
  await second.ready()
  const restarted = await signInAt(second.origin)
  await expect.poll(() => restarted.stateOf(planId), { timeout: 150_000 }).toBe('applied')
  const after = await databaseOf()
  expect(await stored(after)).toEqual({
    members: (before?.members ?? 0) + people.length * projects.length,
    people: people.length,
    access: (before?.access ?? 0) + projects.length,
    events: (before?.events ?? 0) + 1,
  })
  await closeDatabase(after)
})
