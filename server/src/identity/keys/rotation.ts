import { federatedTokenLifetimeSeconds } from '@lintel/contract/identity/tokens'

const minute = 60_000
const day = 24 * 60 * minute

/** How long a key signs (security D11). */
const signingMs = 90 * day
/** How long a key is published before it signs, so that nobody meets a token of a key they do not know. */
const publishedBeforeMs = 10 * minute
/** How long a key is accepted after its last token has expired. */
const acceptedAfterMs = 10 * minute
/** The successor is made this long before it is needed. */
const preparedBeforeMs = day

/** When a key signs and until when it is accepted; milliseconds. */
export interface KeyTimes {
  signsFrom: number
  signsUntil: number
  retiresAt: number
}

/** What has to be done to the keys: a new one, and the end of the one before it. */
export interface Rotation {
  add: KeyTimes
  end?: { signsUntil: number; retiresAt: number }
}

/** The longest token that a key has signed is one of a federated session. */
const retirement = (signsUntil: number) => signsUntil + federatedTokenLifetimeSeconds * 1_000 + acceptedAfterMs
const keyFrom = (signsFrom: number): KeyTimes => ({
  signsFrom,
  signsUntil: signsFrom + signingMs,
  retiresAt: retirement(signsFrom + signingMs),
})

/** What the clock demands, given the accepted keys in the order of their signing; undefined when nothing. */
export function dueRotation(keys: readonly KeyTimes[], now: number): Rotation | undefined {
  const newest = keys.at(-1)
  // The first key of all, or every one retired while the server was off: nobody holds a token or a key to wait for.
  if (!newest) return { add: keyFrom(now) }
  return newest.signsUntil - now <= preparedBeforeMs
    ? successor(Math.max(now + publishedBeforeMs, newest.signsUntil))
    : undefined
}

/** What the operator's command does: a new key that signs as soon as it has been published long enough. */
export function forcedRotation(keys: readonly KeyTimes[], now: number): Rotation {
  const newest = keys.at(-1)
  if (!newest) return { add: keyFrom(now) }
  return successor(Math.max(now + publishedBeforeMs, newest.signsFrom + publishedBeforeMs))
}

const successor = (signsFrom: number): Rotation => ({
  add: keyFrom(signsFrom),
  end: { signsUntil: signsFrom, retiresAt: retirement(signsFrom) },
})

/** What becomes of a key whose private part is lost: it signs no more; what it has signed is accepted as long as ever. */
export const endOfLost = ({ signsFrom }: KeyTimes, now: number) => ({
  signsUntil: now,
  retiresAt: signsFrom > now ? now : retirement(now),
})

/** What takes the place of lost keys: nobody can sign meanwhile, so it does at once. */
export const firstAgain = (now: number): KeyTimes => keyFrom(now)

/** The key that signs at this moment, and those that will: the private parts that are still needed. */
export function signersFrom<K extends KeyTimes>(keys: readonly K[], now: number): K[] {
  const since = signerAt(keys, now)?.signsFrom ?? now
  return keys.filter(({ signsFrom }) => signsFrom >= since)
}

/** The key that signs at this moment: the latest whose time has come. */
export const signerAt = <K extends KeyTimes>(keys: readonly K[], now: number): K | undefined =>
  keys.findLast(({ signsFrom }) => signsFrom <= now)
