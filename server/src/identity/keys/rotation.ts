import { federatedTokenLifetimeSeconds } from '@lintel/contract/identity/tokens'

const minute = 60_000
const day = 24 * 60 * minute

/** How long a key signs (security D11). */
const signingMs = 90 * day
/** Time for which a key is published before it signs, so that every client knows it by then. */
const publishedBeforeMs = 10 * minute
/** Time for which a key is accepted after its last token has expired. */
const acceptedAfterMs = 10 * minute
/** How long before it is needed the successor is created. */
const preparedBeforeMs = day

/** When a key signs and until when it is accepted; milliseconds. */
export interface KeyTimes {
  signsFrom: number
  signsUntil: number
  retiresAt: number
}

/** A change of the keys: a new key, and the end of its predecessor. */
export interface Rotation {
  add: KeyTimes
  end?: { signsUntil: number; retiresAt: number }
}

/** The longest-lived token of a key is that of a federated session. */
const retirement = (signsUntil: number) => signsUntil + federatedTokenLifetimeSeconds * 1_000 + acceptedAfterMs
const keyFrom = (signsFrom: number): KeyTimes => ({
  signsFrom,
  signsUntil: signsFrom + signingMs,
  retiresAt: retirement(signsFrom + signingMs),
})

/** The rotation that is due at `now`, given the accepted keys in signing order; undefined when none is due. */
export function dueRotation(keys: readonly KeyTimes[], now: number): Rotation | undefined {
  const newest = keys.at(-1)
  // Without any accepted key there is no token or cached key set to wait for.
  if (!newest) return { add: keyFrom(now) }
  return newest.signsUntil - now <= preparedBeforeMs
    ? successor(Math.max(now + publishedBeforeMs, newest.signsUntil))
    : undefined
}

/** The rotation of the operator's command: a new key that signs as soon as it has been published long enough. */
export function forcedRotation(keys: readonly KeyTimes[], now: number): Rotation {
  const newest = keys.at(-1)
  if (!newest) return { add: keyFrom(now) }
  return successor(Math.max(now + publishedBeforeMs, newest.signsFrom + publishedBeforeMs))
}

const successor = (signsFrom: number): Rotation => ({
  add: keyFrom(signsFrom),
  end: { signsUntil: signsFrom, retiresAt: retirement(signsFrom) },
})

/** The end of a key whose private part is lost: it stops signing now; tokens it signed stay valid as long as ever. */
export const lostKeyEnd = ({ signsFrom }: KeyTimes, now: number) => ({
  signsUntil: now,
  retiresAt: signsFrom > now ? now : retirement(now),
})

/** The replacement of lost keys signs at once, because no other key can. */
export const replacementKeyTimes = (now: number): KeyTimes => keyFrom(now)

/** The current signing key and the future ones: those whose private parts are still needed. */
export function currentAndFutureSigners<K extends KeyTimes>(keys: readonly K[], now: number): K[] {
  const since = signerAt(keys, now)?.signsFrom ?? now
  return keys.filter(({ signsFrom }) => signsFrom >= since)
}

/** The signing key at `now`: the latest that has started to sign. */
export const signerAt = <K extends KeyTimes>(keys: readonly K[], now: number): K | undefined =>
  keys.findLast(({ signsFrom }) => signsFrom <= now)
