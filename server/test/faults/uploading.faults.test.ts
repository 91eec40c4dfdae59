import { utimes } from 'node:fs/promises'
import { downloadDocument, uploadDocument } from '@lintel/contract/content/document-bytes'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { projectId } from '../../demo/projects'
import { closeDatabase } from '../../src/platform/database'
import { installation, objectFilesOf, openDatabaseOf } from './installation'
import { logIn } from './server-client'

const project = projectId('NB-2041')
const plan = Buffer.from('a plan that nobody will see')

test('K1: kill -9 between the bytes of a document and its row leaves neither', async () => {
  const installed = await installation()
  const files = () => objectFilesOf(installed)
  const first = await installed.start()
  await first.ready()
  const db = await openDatabaseOf(installed)
  const { id, revision } = await db
    .selectFrom('document')
    .select(['id', 'revision'])
    .where('project_id', '=', project)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  // Delay the row, so that the kill comes between the bytes and the row.
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
  const orphaned = await stored()
  expect(orphaned).toHaveLength(1)
  await sql`drop trigger dawdling on document_version`.execute(db)
  // Make the daily job due when the server is back, even if the killed one held its lease.
  const due = { run_at: new Date().toISOString(), leased_by: null, leased_until: null }
  await db.updateTable('job').set(due).where('kind', '=', 'objects.sweep-files').execute()
  await closeDatabase(db)

  // Make the file seven hours old: the sweep spares younger ones, which may be uploads in progress.
  const old = new Date(Date.now() - 7 * 3_600_000)
  for (const file of orphaned) await utimes(file, old, old)
  const second = await installed.start()
  await second.ready()
  const dbAfterRestart = await openDatabaseOf(installed)
  await expect.poll(stored, { timeout: 60_000 }).toEqual([])
  const { revision: storedRevision } = await dbAfterRestart
    .selectFrom('document')
    .select('revision')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(storedRevision).toBe(revision)
  const newest = await fetch(second.origin + callAddress(downloadDocument, { project, id }), {
    headers: await bearerAt(second.origin),
  })
  expect(newest.status).toBe(200)
  expect(Buffer.from(await newest.arrayBuffer()).equals(plan)).toBe(false)
  await closeDatabase(dbAfterRestart)
})

async function bearerAt(origin: string): Promise<{ authorization: string }> {
  const { body } = await logIn(origin, 'ola@nordbygg.example')
  return { authorization: `Bearer ${body.idToken}` }
}
