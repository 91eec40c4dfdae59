import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { fromBase32, toBase32 } from './base32'

/** RFC 6238 as implemented by all authenticator apps: SHA-1, six digits, thirty seconds (security C1). */
const digits = 6
const stepMs = 30_000
/** Codes of the previous and the next step are accepted as well, because clocks differ. */
const tolerance = 1
/** The issuer that authenticator apps show. */
const issuer = 'Lintel'

/** A new secret: 160 random bits, in base 32 as authenticator apps read it. */
export const makeTotpSecret = (): string => toBase32(randomBytes(20))

/** The `otpauth` URI for a QR code. */
export function otpauthUri(email: string, secret: string): string {
  const parameters = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: String(digits), period: '30' })
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?${parameters}`
}

/** The number of the thirty-second time step at `now`. */
export const stepAt = (now: number): number => Math.floor(now / stepMs)

/** The code of a step (RFC 4226 §5.3). */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * The time step of the entered code, if it is within the tolerance and after the last used one: each code works once (security
 * C2).
 */
export function stepOf(
  secret: string,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): number | undefined {
  const current = stepAt(now)
  const near = Array.from({ length: 2 * tolerance + 1 }, (_, at) => current - tolerance + at)
  return near.find((step) => step > lastStep && isSame(codeAt(secret, step), code))
}

const isSame = (expected: string, typed: string) =>
  expected.length === typed.length && timingSafeEqual(Buffer.from(expected), Buffer.from(typed))
