import { createPrivateKey, type JsonWebKey, type KeyObject, randomBytes } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { instantOf } from '../../platform/clock'
import { type Platform, platformOrigin, runChange } from '../../platform/context'
import { keptKeyIn, type Secrets } from '../../platform/secrets'
import { StartRefused } from '../../platform/start-refused'
import { addKey, endKey, keysOf, lockKeys, resealKey, type StoredKey } from './keys.store'
import {
  dueRotation,
  endOfLost,
  firstAgain,
  forcedRotation,
  type KeyTimes,
  type Rotation,
  signerAt,
  signersFrom,
} from './rotation'

/** The one algorithm of our tokens: as quick to verify as EdDSA here, and known to every client. */
export const algorithm = 'ES256' as const

/** How often the keys are read again; far less than the ten minutes that a key is published before it signs. */
const readEveryMs = 60_000
/** How often an unknown key id may make us read again. */
const readUnknownEveryMs = 5_000

/** A key that is accepted; the private part is opened when it signs first. */
export interface RingKey extends KeyTimes {
  kid: string
  publicJwk: JWK
  verifies: CryptoKey
  privateEncrypted: string
}

/** The signing keys of the installation, shared through the database by all its servers. */
export class KeyRing {
  readonly #platform: Platform
  readonly #secrets: Secrets
  #keys: readonly RingKey[] = []
  #readAt = Number.NEGATIVE_INFINITY
  #signer: { kid: string; key: KeyObject } | undefined

  constructor(platform: Platform, secrets: Secrets) {
    this.#platform = platform
    this.#secrets = secrets
  }

  /** The key that signs now. */
  async signer(now: number): Promise<{ kid: string; key: KeyObject }> {
    const found = signerAt(await this.accepted(now), now) ?? (await this.#firstSigner(now))
    if (this.#signer?.kid !== found.kid) this.#signer = { kid: found.kid, key: this.#openPrivate(found) }
    return this.#signer
  }

  /** The accepted key of this id, if there is one. */
  async find(kid: string, now: number): Promise<CryptoKey | undefined> {
    const known = (await this.accepted(now)).find((key) => key.kid === kid)
    if (known || now - this.#readAt < readUnknownEveryMs) return known?.verifies
    return (await this.#read(now)).find((key) => key.kid === kid)?.verifies
  }

  /** All keys that tokens may be signed with, those to come included. */
  async accepted(now: number): Promise<readonly RingKey[]> {
    const keys = Math.abs(now - this.#readAt) < readEveryMs ? this.#keys : await this.#read(now)
    return keys.filter(({ retiresAt }) => retiresAt > now)
  }

  /** Makes the next key when it is due; called at start and now and then. */
  async keepUp(now: number): Promise<void> {
    if (dueRotation(await this.accepted(now), now)) await this.#rotate(now, dueRotation)
  }

  /** @throws StartRefused when this SECRET_KEY does not open a key that signs now or is going to */
  async refuseLost(now: number): Promise<void> {
    if (this.#lostOf(await this.accepted(now), now).length === 0) return
    throw new StartRefused(
      `This SECRET_KEY does not open the signing keys in the database: give the one that they were made with (where none was given, it was kept in ${keptKeyIn(this.#platform.configuration.dataDirectory)}), or, when that is lost, replace them by npm run keys:rotate -- --lost-key.`,
    )
  }

  /**
   * Ends the keys that this SECRET_KEY does not open, on the operator's word, and brings in one that signs at once. Gives how
   * many have ended; where none is lost, nothing happens.
   */
  async replaceLost(now: number): Promise<number> {
    if (this.#lostOf(await this.accepted(now), now).length === 0) return 0
    const made = await makeKey(this.#secrets)
    const ended = await runChange(this.#platform, origin, async ({ db, audit }) => {
      await lockKeys(db)
      const lost = this.#lostOf((await keysOf(db, instantOf(now))).map(timed), now)
      for (const key of lost) await endKey(db, key.kid, instantsOf(endOfLost(key, now)))
      await addKey(db, { ...made, publishedAt: instantOf(now), ...instantsOf(firstAgain(now)) })
      const reason = 'the key that sealed the ones before is lost'
      audit({ action: 'signing-key.rotate', customer: null, target: { type: 'signing-keys', id: made.kid }, reason })
      return lost.length
    })
    await this.#read(now)
    return ended
  }

  /** Brings in a new key on the operator's word. Gives the moment from which it signs. */
  async rotate(now: number): Promise<string> {
    await this.#rotate(now, forcedRotation)
    const newest = this.#keys.at(-1)
    return instantOf(newest?.signsFrom ?? now)
  }

  /** A server that slept for months finds every key retired. */
  async #firstSigner(now: number): Promise<RingKey> {
    await this.keepUp(now)
    const made = signerAt(this.#keys, now)
    if (!made) throw new Error('There is no signing key')
    return made
  }

  async #rotate(now: number, plan: (keys: readonly KeyTimes[], now: number) => Rotation | undefined): Promise<void> {
    const made = await makeKey(this.#secrets)
    await runChange(this.#platform, origin, async ({ db, audit }) => {
      await lockKeys(db)
      const stored = (await keysOf(db, instantOf(now))).map(timed)
      const rotation = plan(stored, now)
      const newest = stored.at(-1)
      for (const key of signersFrom(stored, now).filter((key) => this.#secrets.isOutdated(key.privateEncrypted))) {
        await resealKey(db, key.kid, this.#secrets.seal(this.#open(key), contextOf(key.kid)))
      }
      if (rotation) {
        await addKey(db, { ...made, publishedAt: instantOf(now), ...instantsOf(rotation.add) })
        if (newest && rotation.end) await endKey(db, newest.kid, instantsOf(rotation.end))
      }
      // Another server was faster: nothing is left to do, which the trail may know.
      const reason = rotation ? {} : { reason: 'another server has made it' }
      audit({ action: 'signing-key.rotate', customer: null, target: { type: 'signing-keys', id: made.kid }, ...reason })
    })
    await this.#read(now)
  }

  async #read(now: number): Promise<readonly RingKey[]> {
    const stored = await keysOf(this.#platform.db, instantOf(now))
    this.#keys = await Promise.all(stored.map(toRingKey))
    this.#readAt = now
    return this.#keys
  }

  #openPrivate(key: RingKey): KeyObject {
    const jwk = JSON.parse(this.#open(key)) as JsonWebKey
    return createPrivateKey({ key: jwk, format: 'jwk' })
  }

  #open({ kid, privateEncrypted }: SealedKey): string {
    return this.#secrets.open(privateEncrypted, contextOf(kid))
  }

  /** The keys whose private parts are needed and cannot be opened. */
  #lostOf<K extends SealedKey & KeyTimes>(keys: readonly K[], now: number): K[] {
    return signersFrom(keys, now).filter((key) => {
      try {
        this.#open(key)
        return false
      } catch {
        return true
      }
    })
  }
}

type SealedKey = Pick<StoredKey, 'kid' | 'privateEncrypted'>

/** Who changes the keys, for the trail. */
const origin = platformOrigin('key-rotation')

const contextOf = (kid: string) => `signing-key:${kid}`

async function makeKey(
  secrets: Secrets,
): Promise<Pick<StoredKey, 'kid' | 'algorithm' | 'publicJwk' | 'privateEncrypted'>> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const kid = randomBytes(12).toString('base64url')
  return {
    kid,
    algorithm,
    publicJwk: await exportJWK(publicKey),
    privateEncrypted: secrets.seal(JSON.stringify(await exportJWK(privateKey)), contextOf(kid)),
  }
}

const timed = ({ kid, privateEncrypted, signsFrom, signsUntil, retiresAt }: StoredKey): SealedKey & KeyTimes => ({
  kid,
  privateEncrypted,
  signsFrom: Date.parse(signsFrom),
  signsUntil: Date.parse(signsUntil),
  retiresAt: Date.parse(retiresAt),
})

/** These times as they are stored. */
const instantsOf = <T extends Partial<KeyTimes>>(times: T) =>
  Object.fromEntries(Object.entries(times).map(([name, time]) => [name, instantOf(time)])) as { [K in keyof T]: string }

async function toRingKey(stored: StoredKey): Promise<RingKey> {
  const publicJwk = stored.publicJwk as JWK
  return { ...timed(stored), publicJwk, verifies: (await importJWK(publicJwk, algorithm)) as CryptoKey }
}
