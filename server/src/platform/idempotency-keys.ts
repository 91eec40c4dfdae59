import { createHash } from 'node:crypto'
import { isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { FastifyRequest } from 'fastify'
import { dayMs, instantOf } from './clock'
import type { Change } from './context'
import type { Transaction } from './database'

/** How long keys are stored, in milliseconds. */
const retentionMs = dayMs

/** Valid `Idempotency-Key` values: printable ASCII, quotes included. */
const wellFormed = /^[\x21-\x7e]{8,255}$/

/** The created resource, and whether an earlier request with the same key created it. */
export interface CreationResult {
  id: string
  repeated: boolean
}

/**
 * Runs a creation once per person and `Idempotency-Key` (security K9); a repeated request gets the result of the first
 * one and waits for it if necessary. Without the header the creation simply runs. Throws 400 for a malformed key, 409
 * `conflict` for one that was used for another creation.
 */
export async function createOnce(
  { db, actor, now }: Change,
  request: FastifyRequest,
  requested: { type: string; draft: unknown },
  create: () => Promise<string>,
): Promise<CreationResult> {
  const key = request.headers['idempotency-key']
  if (key === undefined || !isSignedIn(actor)) return { id: await create(), repeated: false }
  if (typeof key !== 'string' || !wellFormed.test(key)) throw new Problem('malformed', { header: 'Idempotency-Key' })
  const fingerprint = createHash('sha256').update(JSON.stringify(requested)).digest()
  if (!(await claimKey(db, { user: actor.id, key, fingerprint, now }))) {
    return { id: await findCreated(db, actor.id, key, fingerprint), repeated: true }
  }
  const id = await create()
  await db
    .updateTable('creation_key')
    .set({ resource_id: id })
    .where('user_id', '=', actor.id)
    .where('key', '=', key)
    .execute()
  return { id, repeated: false }
}

async function claimKey(
  db: Transaction,
  { user, key, fingerprint, now }: { user: string; key: string; fingerprint: Buffer; now: number },
): Promise<boolean> {
  const expired = instantOf(now - retentionMs)
  await db.deleteFrom('creation_key').where('user_id', '=', user).where('created_at', '<', expired).execute()
  const inserted = await db
    .insertInto('creation_key')
    .values({ user_id: user, key, fingerprint, created_at: instantOf(now) })
    .onConflict((known) => known.doNothing())
    .executeTakeFirstOrThrow()
  return inserted.numInsertedOrUpdatedRows === 1n
}

async function findCreated(db: Transaction, user: string, key: string, fingerprint: Buffer): Promise<string> {
  const { fingerprint: before, resource_id: id } = await db
    .selectFrom('creation_key')
    .select(['fingerprint', 'resource_id'])
    .where('user_id', '=', user)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (id !== null && fingerprint.equals(before)) return id
  throw new Problem('conflict', { header: 'Idempotency-Key', detail: 'The key was used for another creation' })
}
