import { createHash, randomBytes } from 'node:crypto'

/** A random secret of 256 bits in base64url: tickets, cookies, one-time passwords. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')

/** The stored hash of a secret that has at least 128 random bits, for which a plain SHA-256 is enough (security D1). */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()
