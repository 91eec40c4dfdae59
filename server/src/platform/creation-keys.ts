import { createHash } from 'node:crypto'
import { isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { FastifyRequest } from 'fastify'
import { instantOf } from './clock'
import type { Change } from './context'
import type { Transaction } from './database'

/** How long what a key has made is remembered. */
const dayMs = 86_400_000

/** What a client may choose as `Idempotency-Key`: printable ASCII, so that quotes around it are part of it. */
const wellFormed = /^[\x21-\x7e]{8,255}$/

/** What was made, and whether an earlier request with the same key had made it already. */
export interface Created {
  id: string
  repeated: boolean
}

/**
 * Runs a creation once per person and `Idempotency-Key` (security K9): who repeats a request whose answer was lost
 * gets what the first one made. A repetition that comes while the first is under way waits for it. Without the header
 * it simply runs. Throws 400 for a malformed key, 409 `conflict` when the key was used for something else.
 */
export async function createOnce(
  { db, actor, now }: Change,
  request: FastifyRequest,
  asked: { type: string; draft: unknown },
  create: () => Promise<string>,
): Promise<Created> {
  const key = request.headers['idempotency-key']
  if (key === undefined || !isSignedIn(actor)) return { id: await create(), repeated: false }
  if (typeof key !== 'string' || !wellFormed.test(key)) throw new Problem('malformed', { header: 'Idempotency-Key' })
  const fingerprint = createHash('sha256').update(JSON.stringify(asked)).digest()
  if (!(await takeKey(db, { user: actor.id, key, fingerprint, now }))) {
    return { id: await madeBefore(db, actor.id, key, fingerprint), repeated: true }
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

async function takeKey(
  db: Transaction,
  { user, key, fingerprint, now }: { user: string; key: string; fingerprint: Buffer; now: number },
): Promise<boolean> {
  const expired = instantOf(now - dayMs)
  await db.deleteFrom('creation_key').where('user_id', '=', user).where('created_at', '<', expired).execute()
  const taken = await db
    .insertInto('creation_key')
    .values({ user_id: user, key, fingerprint, created_at: instantOf(now) })
    .onConflict((known) => known.doNothing())
    .executeTakeFirstOrThrow()
  return taken.numInsertedOrUpdatedRows === 1n
}

async function madeBefore(db: Transaction, user: string, key: string, fingerprint: Buffer): Promise<string> {
  const { fingerprint: before, resource_id: id } = await db
    .selectFrom('creation_key')
    .select(['fingerprint', 'resource_id'])
    .where('user_id', '=', user)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (id !== null && fingerprint.equals(before)) return id
  throw new Problem('conflict', { header: 'Idempotency-Key', detail: 'The key was used for another creation' })
}
