import { createPrivateKey, type JsonWebKey, type KeyObject, randomBytes } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { instantOf } from '../../platform/clock'
import { type Platform, platformOrigin, runChange } from '../../platform/context'
import { generatedKeyPath, type Secrets } from '../../platform/secrets'
import { StartRefused } from '../../platform/start-refused'
import { addKey, endKey, keysOf, lockKeys, resealKey, type StoredKey } from './keys.store'
import {
  currentAndFutureSigners,
  dueRotation,
  forcedRotation,
  type KeyTimes,
  lostKeyEnd,
  type Rotation,
  replacementKeyTimes,
  signerAt,
} from './rotation'

/** The signature algorithm of our tokens: verified as fast as EdDSA here, and supported by every client. */
export const algorithm = 'ES256' as const

/** Interval for reloading the keys; far less than the ten minutes for which a key is published before it signs. */
const readIntervalMs = 60_000
/** Minimum time between two reloads because of an unknown key id. */
const unknownKeyReadIntervalMs = 5_000

/** An accepted key; its private part is only decrypted when it signs. */
export interface RingKey extends KeyTimes {
  kid: string
  publicJwk: JWK
  publicKey: CryptoKey
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

  /** The current signing key. */
  async signer(now: number): Promise<{ kid: string; key: KeyObject }> {
    const found = signerAt(await this.accepted(now), now) ?? (await this.#rotateToSigner(now))
    if (this.#signer?.kid !== found.kid) this.#signer = { kid: found.kid, key: this.#privateKeyOf(found) }
    return this.#signer
  }

  /** The public key of an accepted key id, if there is one. */
  async find(kid: string, now: number): Promise<CryptoKey | undefined> {
    const known = (await this.accepted(now)).find((key) => key.kid === kid)
    if (known || now - this.#readAt < unknownKeyReadIntervalMs) return known?.publicKey
    return (await this.#read(now)).find((key) => key.kid === kid)?.publicKey
  }

  /** All accepted keys, including published keys that do not sign yet. */
  async accepted(now: number): Promise<readonly RingKey[]> {
    const keys = Math.abs(now - this.#readAt) < readIntervalMs ? this.#keys : await this.#read(now)
    return keys.filter(({ retiresAt }) => retiresAt > now)
  }

  /** Creates the next key when it is due; called at start and periodically. */
  async rotateIfDue(now: number): Promise<void> {
    if (dueRotation(await this.accepted(now), now)) await this.#rotate(now, dueRotation)
  }

  /** @throws StartRefused when this SECRET_KEY does not decrypt the current or a future signing key */
  async assertNoLostKeys(now: number): Promise<void> {
    if (this.#lostKeys(await this.accepted(now), now).length === 0) return
    throw new StartRefused(
      `This SECRET_KEY does not open the signing keys in the database: give the one that they were made with (where none was given, it was kept in ${generatedKeyPath(this.#platform.configuration.dataDirectory)}), or, when that is lost, replace them by npm run keys:rotate -- --lost-key.`,
    )
  }

  /**
   * Ends the keys that this SECRET_KEY does not decrypt and adds one that signs at once; called by the operator's command.
   * Returns the number of ended keys, 0 when no key is lost.
   */
  async replaceLostKeys(now: number): Promise<number> {
    if (this.#lostKeys(await this.accepted(now), now).length === 0) return 0
    const newKey = await createSigningKey(this.#secrets)
    const endedCount = await runChange(this.#platform, origin, async ({ db, audit }) => {
      await lockKeys(db)
      const lost = this.#lostKeys((await keysOf(db, instantOf(now))).map(toSealedKey), now)
      for (const key of lost) await endKey(db, key.kid, instantsOf(lostKeyEnd(key, now)))
      await addKey(db, { ...newKey, publishedAt: instantOf(now), ...instantsOf(replacementKeyTimes(now)) })
      const reason = 'the key that sealed the ones before is lost'
      audit({ action: 'signing-key.rotate', customer: null, target: { type: 'signing-keys', id: newKey.kid }, reason })
      return lost.length
    })
    await this.#read(now)
    return endedCount
  }

  /** Adds a new key; called by the operator's command. Returns the instant from which it signs. */
  async rotate(now: number): Promise<string> {
    await this.#rotate(now, forcedRotation)
    const newest = this.#keys.at(-1)
    return instantOf(newest?.signsFrom ?? now)
  }

  /** Creates a key when all are retired because the server was off for months. */
  async #rotateToSigner(now: number): Promise<RingKey> {
    await this.rotateIfDue(now)
    const newKey = signerAt(this.#keys, now)
    if (!newKey) throw new Error('There is no signing key')
    return newKey
  }

  async #rotate(now: number, plan: (keys: readonly KeyTimes[], now: number) => Rotation | undefined): Promise<void> {
    const newKey = await createSigningKey(this.#secrets)
    await runChange(this.#platform, origin, async ({ db, audit }) => {
      await lockKeys(db)
      const stored = (await keysOf(db, instantOf(now))).map(toSealedKey)
      const rotation = plan(stored, now)
      const newest = stored.at(-1)
      for (const key of currentAndFutureSigners(stored, now).filter((key) =>
        this.#secrets.isOutdated(key.privateEncrypted),
      )) {
        await resealKey(db, key.kid, this.#secrets.seal(this.#unseal(key), contextOf(key.kid)))
      }
      if (rotation) {
        await addKey(db, { ...newKey, publishedAt: instantOf(now), ...instantsOf(rotation.add) })
        if (newest && rotation.end) await endKey(db, newest.kid, instantsOf(rotation.end))
      }
      // If another server has rotated already, nothing is changed and the audit log says so.
      const reason = rotation ? {} : { reason: 'another server has made it' }
      audit({
        action: 'signing-key.rotate',
        customer: null,
        target: { type: 'signing-keys', id: newKey.kid },
        ...reason,
      })
    })
    await this.#read(now)
  }

  async #read(now: number): Promise<readonly RingKey[]> {
    const stored = await keysOf(this.#platform.db, instantOf(now))
    this.#keys = await Promise.all(stored.map(toRingKey))
    this.#readAt = now
    return this.#keys
  }

  #privateKeyOf(key: RingKey): KeyObject {
    const jwk = JSON.parse(this.#unseal(key)) as JsonWebKey
    return createPrivateKey({ key: jwk, format: 'jwk' })
  }

  #unseal({ kid, privateEncrypted }: SealedKey): string {
    return this.#secrets.open(privateEncrypted, contextOf(kid))
  }

  /** The keys that still have to sign and whose private part cannot be decrypted. */
  #lostKeys<K extends SealedKey & KeyTimes>(keys: readonly K[], now: number): K[] {
    return currentAndFutureSigners(keys, now).filter((key) => {
      try {
        this.#unseal(key)
        return false
      } catch {
        return true
      }
    })
  }
}

type SealedKey = Pick<StoredKey, 'kid' | 'privateEncrypted'>

/** The origin of key changes in the audit log. */
const origin = platformOrigin('key-rotation')

const contextOf = (kid: string) => `signing-key:${kid}`

async function createSigningKey(
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

const toSealedKey = ({ kid, privateEncrypted, signsFrom, signsUntil, retiresAt }: StoredKey): SealedKey & KeyTimes => ({
  kid,
  privateEncrypted,
  signsFrom: Date.parse(signsFrom),
  signsUntil: Date.parse(signsUntil),
  retiresAt: Date.parse(retiresAt),
})

/** The times as RFC 3339 instants. */
const instantsOf = <T extends Partial<KeyTimes>>(times: T) =>
  Object.fromEntries(Object.entries(times).map(([name, time]) => [name, instantOf(time)])) as { [K in keyof T]: string }

async function toRingKey(stored: StoredKey): Promise<RingKey> {
  const publicJwk = stored.publicJwk as JWK
  return { ...toSealedKey(stored), publicJwk, publicKey: (await importJWK(publicJwk, algorithm)) as CryptoKey }
}
