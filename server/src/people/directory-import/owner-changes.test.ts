import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { importDirectory } from '../../../test/directory-import'
import { changedTables, rowDigests } from '../../../test/row-digests'
import { world } from '../../../test/world'
import { loadJobActor } from '../change-sets/engine/job-actor.store'
import { adImportKind } from './ad-import-kind'

const { as, db, platform, clock } = await world()
const [staff, astrid] = [as('staff'), as('astrid')]
const customer = customerId('nordbygg')
const harbour = projectId('NB-2041')
const [mei, ola] = ['mei@nordbygg.example', 'ola@nordbygg.example']

const { planId } = await importDirectory(staff, {
  files: {
    'memberships.csv': `group;email\nTakers;${mei}\n`,
    'access.csv': 'group;project;role\nTakers;NB-2041;owner\n',
  },
  domain: 'nordbygg.example',
})
const confirm = (by: typeof staff) => importDirectory(by, { planId, dryRun: 'false' })
const undo = (by: typeof staff, partial = false) =>
  by.call(undoChangeSet, { parameters: { id: planId }, body: { partial } })
const ownerOf = async () => (await db.selectFrom('project').select('owner_id').where('id', '=', harbour).execute())[0]
/** Runs something that is refused and returns the tables that it has written to, without the log and the session of the request. */
async function writtenBy(run: () => Promise<unknown>): Promise<string[]> {
  const before = await rowDigests(db)
  await run()
  return changedTables(before, await rowDigests(db)).filter((table) => !/^(audit_|session)/.test(table))
}
/** Sets the time of everybody's last proof. */
async function prove(at: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ proved_at: new Date(at).toISOString() })
    .execute()
  // The server caches the session for a second.
  clock.advance(1_001)
}
const forbidden = { status: 403, code: 'forbidden' }

/** Runs a step of the kind as the job of a large import does, requested by an administrator of the customer. */
const stepOfJob = (step: 'apply' | 'undo') =>
  db.transaction().execute(async (transaction) => {
    const actor = await loadJobActor(db, personId('astrid@nordbygg.example'), planId)
    if (!actor) throw new Error('She has an account')
    const origin = { requestId: 'test', ip: '', userAgent: null }
    const { configuration } = platform
    const change = { db: transaction, actor, origin, configuration, now: clock.now(), audit: () => undefined }
    await adImportKind[step](change, { id: planId, customer, rows: 3 })
  })

test('I3, G9: an import that hands a project over is confirmed and undone by staff alone, and undone with a fresh proof', async () => {
  expect(await astrid.get(changeSets, planId)).toMatchObject({ state: 'planned' })
  expect(await writtenBy(() => expect(confirm(astrid)).rejects.toMatchObject(forbidden))).toEqual([])
  await expect(stepOfJob('apply')).rejects.toMatchObject(forbidden)
  expect(await ownerOf()).toEqual({ owner_id: personId(ola) })

  expect(await confirm(staff)).toMatchObject({ state: 'applied' })
  expect(await ownerOf()).toEqual({ owner_id: personId(mei) })
  for (const partial of [false, true])
    expect(await writtenBy(() => expect(undo(astrid, partial)).rejects.toMatchObject(forbidden))).toEqual([])
  await expect(stepOfJob('undo')).rejects.toMatchObject(forbidden)

  await prove(clock.now() - 601_000)
  const stepUpRequired = { status: 403, code: 'stepUpRequired' }
  expect(await writtenBy(() => expect(undo(staff)).rejects.toMatchObject(stepUpRequired))).toEqual([])
  expect(await ownerOf()).toEqual({ owner_id: personId(mei) })

  await prove(clock.now())
  expect(await undo(staff)).toMatchObject({ state: 'undone' })
  expect(await ownerOf()).toEqual({ owner_id: personId(ola) })
})

test('an import without a new owner is undone by an administrator, without a fresh proof', async () => {
  const files = { 'groups.csv': 'group\nPlumbers\n' }
  const { planId: id } = await importDirectory(astrid, { files, domain: 'nordbygg.example' })
  expect(await importDirectory(astrid, { planId: id, dryRun: 'false' })).toMatchObject({ state: 'applied' })
  await prove(clock.now() - 601_000)
  expect(await astrid.call(undoChangeSet, { parameters: { id }, body: { partial: false } })).toMatchObject({
    state: 'undone',
  })
})
