import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasRealUsers } from '@lintel/contract/people/permissions'
import type { Configuration } from './configuration'
import { dataDirectoryError, StartRefused } from './start-refused'

/** Encrypts and authenticates stored secrets; the key is never in the database (security C9, J4). */
export interface Secrets {
  /** Encrypts with the current key. `context` identifies the secret and must be the same in `open`. */
  seal(plain: string, context: string): string
  /** Decrypts with any of the known keys. Throws if the key is unknown or the text or context differ. */
  open(sealed: string, context: string): string
  /** Was it encrypted with an older key and should be encrypted again? */
  isOutdated(sealed: string): boolean
  /** A 128-bit authentication code of `data` for one purpose. */
  stamp(data: Buffer, purpose: string): Buffer
  /** Is the code valid for this data and purpose, with any of the known keys? */
  isStamped(data: Buffer, stamp: Buffer, purpose: string): boolean
}

interface Key {
  id: string
  encryption: Buffer
  authentication: Buffer
}

const ivBytes = 12
const tagBytes = 16
const minKeyBytes = 32

/**
 * Opens the secrets of this installation. SECRET_KEY may contain several keys separated by commas: the first encrypts,
 * all decrypt, which allows key rotation. Outside production, a missing key is generated in `DATA_DIR/secret-key`.
 * @throws StartRefused when production has no key or a short one, or where real people work with a short first key
 */
export function openSecrets(
  configuration: Pick<Configuration, 'secretKey' | 'dataDirectory' | 'environment'>,
): Secrets {
  const keys = secretKeys(configuration).map(deriveKey)
  const [current] = keys
  if (!current) throw new StartRefused('SECRET_KEY is empty.')
  return {
    seal: (plain, context) => seal(current, plain, context),
    open: (sealed, context) => open(keys, sealed, context),
    isOutdated: (sealed) => keyIdOf(sealed) !== current.id,
    stamp: (data, purpose) => stamp(current, data, purpose),
    isStamped: (data, candidate, purpose) =>
      keys.some((key) => candidate.length === tagBytes && timingSafeEqual(stamp(key, data, purpose), candidate)),
  }
}

function secretKeys({ secretKey, dataDirectory, environment }: Parameters<typeof openSecrets>[0]): string[] {
  if (secretKey === undefined) {
    if (environment === 'production') throw new StartRefused('SECRET_KEY is missing: production needs one.')
    return [generatedKey(dataDirectory)]
  }
  const keys = secretKey
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  const isWeak = (key: string) => Buffer.byteLength(key) < minKeyBytes
  if (environment === 'production' && keys.some(isWeak)) {
    throw new StartRefused(
      'SECRET_KEY is weak: production needs at least 32 random bytes in each key (a comma begins another key).',
    )
  }
  // A short one that was accepted earlier may remain behind it, to decrypt what it encrypted.
  if (hasRealUsers(environment) && keys.slice(0, 1).some(isWeak)) {
    throw new StartRefused(
      `SECRET_KEY is weak: ${environment} needs at least 32 random bytes in the first key (the one used so far stays behind it: NEW,OLD).`,
    )
  }
  return keys
}

/** The generated key of this directory, readable only by its owner. */
function generatedKey(dataDirectory: string): string {
  const path = generatedKeyPath(dataDirectory)
  let key: string
  try {
    mkdirSync(dataDirectory, { recursive: true })
    createKeyFile(path)
    key = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw dataDirectoryError(error, dataDirectory)
  }
  if (Buffer.byteLength(key) < minKeyBytes) {
    throw new StartRefused(`${path} is damaged: restore it, or remove it together with the database it protects.`)
  }
  return key
}

/** The path of the generated key. */
export const generatedKeyPath = (dataDirectory: string) => join(dataDirectory, 'secret-key')

/** Generates the key unless it exists, also if another server does so concurrently. */
function createKeyFile(path: string): void {
  try {
    writeFileSync(path, randomBytes(minKeyBytes).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const deriveKey = (text: string): Key => {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', text, '', `lintel ${purpose}`, bytes))
  return {
    id: derive('key id', 4).toString('hex'),
    encryption: derive('encryption', 32),
    authentication: derive('authentication', 32),
  }
}

function seal({ id, encryption }: Key, plain: string, context: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', encryption, iv).setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `v1.${id}.${encrypted.toString('base64url')}`
}

function open(keys: readonly Key[], sealed: string, context: string): string {
  const key = keys.find(({ id }) => id === keyIdOf(sealed))
  if (!key) throw new Error('This secret was sealed with a key that SECRET_KEY does not hold')
  const bytes = Buffer.from(sealed.split('.')[2] ?? '', 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key.encryption, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8')
}

const keyIdOf = (sealed: string) => sealed.split('.')[1]

const stamp = ({ authentication }: Key, data: Buffer, purpose: string) =>
  createHmac('sha256', authentication).update(`${purpose}\0`).update(data).digest().subarray(0, tagBytes)
