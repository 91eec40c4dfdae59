import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Secrets } from '../../platform/secrets'
import { hashOf } from '../own-secret'

/**
 * A refresh secret names its session and how many there were before it, holds 256 random bits, and carries our stamp:
 * one that is no longer current can so be told from one that was made up, without keeping every old one.
 */
export interface RefreshSecret {
  text: string
  sessionId: string
  generation: number
  /** What the session row holds. */
  hash: Buffer
}

const bytes = { session: 16, generation: 4, random: 32, stamp: 16 } as const
const signed = bytes.session + bytes.generation + bytes.random
const purpose = 'refresh secret'

/** A new refresh secret of a session. */
export function makeRefreshSecret(secrets: Secrets, sessionId: string, generation: number): RefreshSecret {
  const content = Buffer.concat([
    Buffer.from(sessionId.replaceAll('-', ''), 'hex'),
    Buffer.from(generation.toString(16).padStart(2 * bytes.generation, '0'), 'hex'),
    randomBytes(bytes.random),
  ])
  const text = Buffer.concat([content, secrets.stamp(content, purpose)]).toString('base64url')
  return { text, sessionId, generation, hash: hashOf(text) }
}

/** Reads a refresh secret that somebody sent; undefined when we never made it. */
export function readRefreshSecret(secrets: Secrets, text: string): RefreshSecret | undefined {
  const raw = Buffer.from(text, 'base64url')
  if (raw.length !== signed + bytes.stamp || raw.toString('base64url') !== text) return undefined
  const content = raw.subarray(0, signed)
  if (!secrets.isStamped(content, raw.subarray(signed), purpose)) return undefined
  const hex = content.toString('hex', 0, bytes.session)
  return {
    text,
    sessionId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    generation: content.readUInt32BE(bytes.session),
    hash: hashOf(text),
  }
}

const ivBytes = 12
const sealKey = (text: string) => createHash('sha256').update(`lintel successor ${text}`).digest()

/** Locks a successor so that only who holds the secret before it can read it: the database alone cannot. */
export function sealSuccessor(previous: string, successor: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', sealKey(previous), iv)
  return Buffer.concat([iv, cipher.update(successor, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

/** Reads a successor with the secret before it. Throws when that is another one. */
export function openSuccessor(previous: string, sealed: string): string {
  const raw = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', sealKey(previous), raw.subarray(0, ivBytes), { authTagLength: 16 })
  decipher.setAuthTag(raw.subarray(-16))
  return Buffer.concat([decipher.update(raw.subarray(ivBytes, -16)), decipher.final()]).toString('utf8')
}
