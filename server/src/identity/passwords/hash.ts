import { hash } from '@node-rs/argon2'
import { randomSecret } from '../random-secret'
import { onHashThread } from './hash-threads'

/** argon2id with OWASP's first choice (security A1): 19 MiB, two passes, one lane, 32-byte tag, 16-byte salt. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

/** Accepted cost of stored and imported hashes (security A2): memory in KiB, passes, lanes. */
const limits = { m: [7_168, 262_144], t: [1, 10], p: [1, 8] } as const

const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$[A-Za-z0-9+/]{11,88}\$[A-Za-z0-9+/]{22,88}$/

/** Hashes a password as a PHC string, off the event loop. Callers go through the {@link WorkGate}. */
export const hashPassword = (typed: string): Promise<string> =>
  onHashThread('hash', { typed: normalized(typed), parameters })

/** A hash that matches no password, computed at server start without a thread, which would stay alive. */
export const makeDecoyHash = (): Promise<string> => hash(randomSecret(), parameters)

/** Whether the password matches the hash. A hash of another kind or outside the limits matches nothing. */
export const verifyPassword = async (stored: string, typed: string): Promise<boolean> =>
  isAcceptable(stored) && onHashThread('verify', { stored, typed: normalized(typed) })

/** Whether this is an argon2id hash with a cost within the limits; others are never computed. */
export function isAcceptable(stored: string): boolean {
  const cost = costOf(stored)
  return (
    cost !== undefined &&
    (['m', 't', 'p'] as const).every((at) => cost[at] >= limits[at][0] && cost[at] <= limits[at][1])
  )
}

/** Whether the hash is weaker than new hashes, and is to be replaced when its password is known. */
export function isWeak(stored: string): boolean {
  const cost = costOf(stored)
  return !cost || cost.m < parameters.memoryCost || cost.t < parameters.timeCost
}

function costOf(stored: string) {
  const [, m, t, p] = phc.exec(stored) ?? []
  return m === undefined ? undefined : { m: Number(m), t: Number(t), p: Number(p) }
}

/** Unicode normalization: the same characters from another keyboard are the same password (security A3). */
const normalized = (typed: string) => typed.normalize('NFKC')
