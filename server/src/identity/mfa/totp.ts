import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** RFC 6238 as every authenticator app does it: SHA-1, six digits, thirty seconds (security C1). */
const digits = 6
const stepMs = 30_000
/** Codes of the step before and after are right as well: clocks differ. */
const tolerance = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret: 160 random bits, in base 32 as authenticator apps read it. */
export const makeTotpSecret = (): string => toBase32(randomBytes(20))

/** The number of the thirty-second step that a moment lies in. */
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

/** The step whose code was typed, if it is near and later than the last one used: each code is good once (security C2). */
export function stepOf(
  secret: string,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): number | undefined {
  const current = stepAt(now)
  const near = Array.from({ length: 2 * tolerance + 1 }, (_, at) => current - tolerance + at)
  return near.find((step) => step > lastStep && isSame(codeAt(secret, step), code))
}

const isSame = (right: string, typed: string) =>
  right.length === typed.length && timingSafeEqual(Buffer.from(right), Buffer.from(typed))

function toBase32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const character of text) {
    held = (held << 5) | alphabet.indexOf(character)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 255)
    held &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}
