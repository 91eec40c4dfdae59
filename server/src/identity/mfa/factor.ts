import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import type { Secrets } from '../../platform/secrets'
import { putFactor, putRecoveryCodes, putSetUp, useUp } from './factor.store'

/** What a factor's secret is sealed for: moved to another person, it does not open (security C9). */
export const factorContext = (userId: string): string => `totp:${userId}`

/** Gives a person a second factor with this secret (base 32), switched on. */
export const giveFactor = (
  db: Database | Transaction,
  secrets: Secrets,
  { userId, secret, now }: { userId: string; secret: string; now: number },
) => putFactor(db, userId, secrets.seal(secret, factorContext(userId)), now)

/** The same, waiting to be proved by a code. */
export const startFactor = (
  db: Transaction,
  secrets: Secrets,
  { userId, secret, now }: { userId: string; secret: string; now: number },
) =>
  putSetUp(db, userId, {
    secretEncrypted: secrets.seal(secret, factorContext(userId)),
    browserHash: null,
    createdAt: instantOf(now),
  })

/** Gives a person with a factor recovery codes, of which so many are left. */
export async function giveRecoveryCodes(
  db: Transaction,
  { userId, hashes, left, now }: { userId: string; hashes: readonly Buffer[]; left: number; now: number },
): Promise<void> {
  await putRecoveryCodes(db, userId, hashes, now)
  await useUp(db, hashes.slice(left), now)
}
