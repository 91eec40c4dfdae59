import { randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '@lintel/contract/identity/mfa'
import { hashSecret } from '../random-secret'
import { toCrockford32 } from './base32'

/**
 * 120 random bits, which are 24 characters of Crockford's base 32 without ambiguous letters. With that much entropy a plain
 * hash is enough (security C5).
 */
const randomBytesEach = 15

/** New recovery codes in groups of four, shown only once, and the hashes to be stored. */
export function makeRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: recoveryCodeCount }, () => toCrockford32(randomBytes(randomBytesEach)))
  return { codes: codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code), hashes: codes.map(hashSecret) }
}
