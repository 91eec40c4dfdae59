import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from './configuration'
import { refusalOfDataDirectory, StartRefused } from './start-refused'

/** What encrypts and authenticates stored secrets; the key is never in the database (security C9, J4). */
export interface Secrets {
  /** Encrypts with the current key. `context` (whose secret it is) has to be given again to open it. */
  seal(plain: string, context: string): string
  /** Decrypts what any of the known keys sealed. Throws when the key is unknown, or text or context were changed. */
  open(sealed: string, context: string): string
  /** True when `sealed` was made with an older key and should be sealed again. */
  isOutdated(sealed: string): boolean
  /** 128 bits that prove that `data` came from here, for one purpose. */
  stamp(data: Buffer, purpose: string): Buffer
  /** Whether `stamp` was made here for this data and purpose, with any of the known keys. */
  isStamped(data: Buffer, stamp: Buffer, purpose: string): boolean
}

interface Key {
  id: string
  encryption: Buffer
  authentication: Buffer
}

const ivBytes = 12
const tagBytes = 16
const shortestKey = 32

/**
 * The secrets of this installation. SECRET_KEY may hold several keys with commas between: the first encrypts, all
 * decrypt, so that a key can be replaced without losing what it protects. Outside production a missing key is made once
 * and kept in `DATA_DIR/secret-key`.
 * @throws StartRefused when production has no key, or a short one
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
    isStamped: (data, given, purpose) =>
      keys.some((key) => given.length === tagBytes && timingSafeEqual(stamp(key, data, purpose), given)),
  }
}

function secretKeys({ secretKey, dataDirectory, environment }: Parameters<typeof openSecrets>[0]): string[] {
  if (secretKey === undefined) {
    if (environment === 'production') throw new StartRefused('SECRET_KEY is missing: production needs one.')
    return [keptKey(dataDirectory)]
  }
  const keys = secretKey
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  if (environment === 'production' && keys.some((key) => Buffer.byteLength(key) < shortestKey)) {
    throw new StartRefused(
      'SECRET_KEY is weak: production needs at least 32 random bytes in each key (a comma begins another key).',
    )
  }
  return keys
}

/** The key that this directory was given when it was first used; readable by its owner only. */
function keptKey(dataDirectory: string): string {
  const path = keptKeyIn(dataDirectory)
  let key: string
  try {
    mkdirSync(dataDirectory, { recursive: true })
    makeKey(path)
    key = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw refusalOfDataDirectory(error, dataDirectory)
  }
  if (Buffer.byteLength(key) < shortestKey) {
    throw new StartRefused(`${path} is damaged: restore it, or remove it together with the database it protects.`)
  }
  return key
}

/** Where the key lies that nobody gave. */
export const keptKeyIn = (dataDirectory: string) => join(dataDirectory, 'secret-key')

/** Unless another server has made it in this moment, or long ago. */
function makeKey(path: string): void {
  try {
    writeFileSync(path, randomBytes(shortestKey).toString('base64url'), { mode: 0o600, flag: 'wx' })
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
