import { randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '@lintel/contract/identity/mfa'
import { hashOf } from '../own-secret'
import { toCrockford32 } from './base32'

/** 120 random bits are 24 characters of Crockford's base 32, which has no letters that are misread: a plain hash of them is enough (security C5). */
const randomBytesEach = 15

/** New recovery codes: what is shown this once, in groups of four, and what is stored. */
export function makeRecoveryCodes(): { shown: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: recoveryCodeCount }, () => toCrockford32(randomBytes(randomBytesEach)))
  return { shown: codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code), hashes: codes.map(hashOf) }
}
