import { stepOf } from './totp'

/** Wrong codes after which a challenge is dead (security C4). */
const mostAttempts = 5
/** Wrong codes in a row, over all challenges, after which the factor rests, and for how long. */
const failuresBeforeRest = 10
const restMs = 15 * 60_000
/** Wrong codes in a row after which the factor is off until somebody resets it. */
const mostFailures = 100

/** A challenge and its person's factor, as they stand; instants in RFC 3339. */
export interface OpenChallenge {
  email: string
  browserHash: Buffer | null
  expiresAt: string
  usedAt: string | null
  attempts: number
  isUsable: boolean
  lastStep: number
  failures: number
  blockedUntil: string | null
}

/** What was given for the second factor. */
export interface GivenCode {
  email: string
  browserHash: Buffer | null
  /** Undefined when it is no code at all. */
  code: string | undefined
}

/** What a code leads to. */
export type CodeStep =
  | { at: 'noChallenge' }
  | { at: 'wrong'; failures: number; blockedUntil: number | null; reason: 'wrongCode' | 'blocked' }
  | { at: 'right'; step: number }

/** Judges a code. `openSecret` is asked only when the code may be looked at. */
export function codeStep(
  challenge: OpenChallenge | undefined,
  given: GivenCode,
  now: number,
  openSecret: () => string,
): CodeStep {
  if (!challenge || !isOpen(challenge, given, now)) return { at: 'noChallenge' }
  const { failures, blockedUntil, lastStep } = challenge
  const rest = blockedUntil === null ? null : Date.parse(blockedUntil)
  if (failures >= mostFailures || (rest !== null && rest > now)) {
    return { at: 'wrong', failures, blockedUntil: rest, reason: 'blocked' }
  }
  const step = given.code === undefined ? undefined : stepOf(openSecret(), given.code, { now, lastStep })
  if (step !== undefined) return { at: 'right', step }
  const wrong = failures + 1
  return {
    at: 'wrong',
    failures: wrong,
    blockedUntil: wrong % failuresBeforeRest === 0 ? now + restMs : null,
    reason: 'wrongCode',
  }
}

/** The ticket is alive, and held by the browser and for the address that it was given to. */
const isOpen = (challenge: OpenChallenge, { email, browserHash }: GivenCode, now: number): boolean =>
  challenge.isUsable &&
  challenge.usedAt === null &&
  challenge.attempts < mostAttempts &&
  Date.parse(challenge.expiresAt) > now &&
  challenge.email === email &&
  (challenge.browserHash === null || (browserHash !== null && challenge.browserHash.equals(browserHash)))
