import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Secrets } from '../../platform/secrets'
import { hashSecret } from '../random-secret'

/**
 * A refresh secret contains its session and generation, 256 random bits, and a MAC: a replaced secret can be told from a forged
 * one without storing all old ones.
 */
export interface RefreshSecret {
  text: string
  sessionId: string
  generation: number
  /** The hash in the session row. */
  hash: Buffer
}

const bytes = { session: 16, generation: 4, random: 32, stamp: 16 } as const
const signedLength = bytes.session + bytes.generation + bytes.random
const purpose = 'refresh secret'

/** Creates a refresh secret of a session. */
export function makeRefreshSecret(secrets: Secrets, sessionId: string, generation: number): RefreshSecret {
  const content = Buffer.concat([
    Buffer.from(sessionId.replaceAll('-', ''), 'hex'),
    Buffer.from(generation.toString(16).padStart(2 * bytes.generation, '0'), 'hex'),
    randomBytes(bytes.random),
  ])
  const text = Buffer.concat([content, secrets.stamp(content, purpose)]).toString('base64url')
  return { text, sessionId, generation, hash: hashSecret(text) }
}

/** Parses a presented refresh secret; undefined when it was not issued by us. */
export function readRefreshSecret(secrets: Secrets, text: string): RefreshSecret | undefined {
  const raw = Buffer.from(text, 'base64url')
  if (raw.length !== signedLength + bytes.stamp || raw.toString('base64url') !== text) return undefined
  const content = raw.subarray(0, signedLength)
  if (!secrets.isStamped(content, raw.subarray(signedLength), purpose)) return undefined
  const hex = content.toString('hex', 0, bytes.session)
  return {
    text,
    sessionId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    generation: content.readUInt32BE(bytes.session),
    hash: hashSecret(text),
  }
}

const ivBytes = 12
const sealKey = (text: string) => createHash('sha256').update(`lintel successor ${text}`).digest()

/** Encrypts a successor so that only a holder of the previous secret can read it, not the database alone. */
export function sealSuccessor(previous: string, successor: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', sealKey(previous), iv)
  return Buffer.concat([iv, cipher.update(successor, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

/** Decrypts a successor with the previous secret. Throws when the secret is another one. */
export function openSuccessor(previous: string, sealed: string): string {
  const raw = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', sealKey(previous), raw.subarray(0, ivBytes), { authTagLength: 16 })
  decipher.setAuthTag(raw.subarray(-16))
  return Buffer.concat([decipher.update(raw.subarray(ivBytes, -16)), decipher.final()]).toString('utf8')
}
