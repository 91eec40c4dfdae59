import type { Database, Transaction } from '../../platform/database'
import type { Secrets } from '../../platform/secrets'
import { putFactor } from './factor.store'

/** What a factor's secret is sealed for: moved to another person, it does not open (security C9). */
export const factorContext = (userId: string): string => `totp:${userId}`

/** Gives a person a second factor with this secret (base 32), switched on. */
export const giveFactor = (
  db: Database | Transaction,
  secrets: Secrets,
  { userId, secret, now }: { userId: string; secret: string; now: number },
) => putFactor(db, userId, secrets.seal(secret, factorContext(userId)), now)
