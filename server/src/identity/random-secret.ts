import { createHash, randomBytes } from 'node:crypto'

/** A random secret of 256 bits in base64url: tickets, cookies, one-time passwords. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')

/** Whether a text has the form of such a secret. */
export const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** The stored hash of a secret that has at least 128 random bits, for which a plain SHA-256 is enough (security D1). */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()
