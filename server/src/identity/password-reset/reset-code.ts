import { randomInt } from 'node:crypto'
import type { Secrets } from '../../platform/secrets'

/** Crockford's base 32: no I, L, O and U, which people read as something else. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 10

/** Fifty random bits that a person can read out (security F1). */
export const makeResetCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** The code in two groups, as the mail shows it. */
export const groupedCode = (code: string): string => `${code.slice(0, length / 2)}-${code.slice(length / 2)}`

/** What is stored of a person's code. */
export const stampOf = (secrets: Secrets, code: string, userId: string): Buffer =>
  secrets.stamp(Buffer.from(code), purposeFor(userId))

/** Whether a code, as it was made, is the person's. */
export const isCodeOf = (secrets: Secrets, code: string, userId: string, stamp: Buffer): boolean =>
  secrets.isStamped(Buffer.from(code), stamp, purposeFor(userId))

const purposeFor = (userId: string) => `password-reset ${userId}`
