import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as text: tickets, cookies, one-time passwords. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')

/** What is stored of a secret that has at least 128 random bits: a plain hash is enough (security D1). */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
