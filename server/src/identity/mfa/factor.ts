import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import type { Secrets } from '../../platform/secrets'
import { markCodesUsed, putFactor, putRecoveryCodes, upsertSetup } from './factor.store'

/** The associated data with which a factor's secret is encrypted: copied to another person it does not decrypt (security C9). */
export const factorContext = (userId: string): string => `totp:${userId}`

/** Adds an enabled second factor with this secret (base 32). */
export const addFactor = (
  db: Database | Transaction,
  secrets: Secrets,
  { userId, secret, now }: { userId: string; secret: string; now: number },
) => putFactor(db, userId, secrets.seal(secret, factorContext(userId)), now)

/** Adds a second factor that still has to be enabled by a code. */
export const addPendingFactor = (
  db: Transaction,
  secrets: Secrets,
  { userId, secret, now }: { userId: string; secret: string; now: number },
) =>
  upsertSetup(db, userId, {
    secretEncrypted: secrets.seal(secret, factorContext(userId)),
    browserHash: null,
    createdAt: instantOf(now),
  })

/** Adds recovery codes to a person with a factor and marks all but the first `left` as used. */
export async function addRecoveryCodes(
  db: Transaction,
  { userId, hashes, left, now }: { userId: string; hashes: readonly Buffer[]; left: number; now: number },
): Promise<void> {
  await putRecoveryCodes(db, userId, hashes, now)
  await markCodesUsed(db, hashes.slice(left), now)
}
