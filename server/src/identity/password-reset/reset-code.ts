import { randomInt } from 'node:crypto'
import type { Secrets } from '../../platform/secrets'

/** Crockford's base 32: without I, L, O and U, which are easily misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 10

/** A code of fifty random bits that can be read out (security F1). */
export const makeResetCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** The code in two groups, as shown in the mail. */
export const groupedCode = (code: string): string => `${code.slice(0, length / 2)}-${code.slice(length / 2)}`

/** The stored MAC of a person's code. */
export const stampOf = (secrets: Secrets, code: string, userId: string): Buffer =>
  secrets.stamp(Buffer.from(code), purposeFor(userId))

/** Whether a code matches the person's stored MAC. */
export const isCodeOf = (secrets: Secrets, code: string, userId: string, stamp: Buffer): boolean =>
  secrets.isStamped(Buffer.from(code), stamp, purposeFor(userId))

const purposeFor = (userId: string) => `password-reset ${userId}`
