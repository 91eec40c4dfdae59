import { utimes } from 'node:fs/promises'
import { downloadDocument, uploadDocument } from '@lintel/contract/content/document-bytes'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { projectId } from '../../demo/projects'
import { closeDatabase } from '../../src/platform/database'
import { logIn } from './server-client'
import { installation, objectFilesOf, openDatabaseOf } from './installation'

const project = projectId('NB-2041')
const plan = Buffer.from('a plan that nobody will see')

test('K1: kill -9 between the bytes of a document and its row leaves neither', async () => {
  const place = await installation()
  const files = () => objectFilesOf(place)
  const first = await place.start()
  await first.ready()
  const db = await openDatabaseOf(place)
  const { id, revision } = await db
    .selectFrom('document')
    .select(['id', 'revision'])
    .where('project_id', '=', project)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  // The row takes its time, so that the kill comes between the bytes and it.
  await sql`create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return new; end $$`.execute(
    db,
  )
  await sql`create trigger dawdling before insert on document_version for each row execute function dawdle()`.execute(
    db,
  )

  const before = await files()
  const uploading = fetch(first.origin + callAddress(uploadDocument, { project, id }), {
    method: 'POST',
    headers: { ...(await bearerAt(first.origin)), 'content-type': 'application/octet-stream' },
    body: plan,
  }).catch(() => 'cut off')
  const stored = async () => (await files()).filter((file) => !before.includes(file))
  const waiting = sql<{ is: boolean }>`select exists (select from pg_stat_activity where wait_event = 'PgSleep') as is`
  await expect.poll(async () => (await waiting.execute(db)).rows).toEqual([{ is: true }])
  await first.end('SIGKILL')
  expect(await uploading).toBe('cut off')
  const left = await stored()
  expect(left).toHaveLength(1)
  await sql`drop trigger dawdling on document_version`.execute(db)
  // What every hour does is due when the server is back, also where the killed one was at it and holds it for a while.
  const due = { run_at: new Date().toISOString(), leased_by: null, leased_until: null }
  await db.updateTable('job').set(due).where('kind', '=', 'objects.sweep').execute()
  await closeDatabase(db)

  // As if the server had been down for a night: what is younger may be on its way.
  const old = new Date(Date.now() - 7 * 3_600_000)
  for (const file of left) await utimes(file, old, old)
  const second = await place.start()
  await second.ready()
  const again = await openDatabaseOf(place)
  await expect.poll(stored, { timeout: 60_000 }).toEqual([])
  const { revision: kept } = await again
    .selectFrom('document')
    .select('revision')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(kept).toBe(revision)
  const newest = await fetch(second.origin + callAddress(downloadDocument, { project, id }), {
    headers: await bearerAt(second.origin),
  })
  expect(newest.status).toBe(200)
  expect(Buffer.from(await newest.arrayBuffer()).equals(plan)).toBe(false)
  await closeDatabase(again)
})

async function bearerAt(origin: string): Promise<{ authorization: string }> {
  const { body } = await logIn(origin, 'ola@nordbygg.example')
  return { authorization: `Bearer ${body.idToken}` }
}
