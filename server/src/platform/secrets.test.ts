import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openSecrets } from './secrets'

const directory = mkdtempSync(join(tmpdir(), 'lintel-secrets-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const old = 'the first key of this installation is long enough'
const current = 'the second key of this installation is just as long'
const secretsOf = (
  secretKey: string | undefined,
  environment: 'local' | 'production' | 'onpremise' | 'deploy' = 'local',
  dataDirectory = directory,
) => openSecrets({ secretKey, dataDirectory, environment })

describe('J4: stored secrets', () => {
  test('J4: open with the same key and context, and never look the same twice', () => {
    const secrets = secretsOf(current)
    const sealed = secrets.seal('seed', 'totp:1')
    expect(secrets.open(sealed, 'totp:1')).toBe('seed')
    expect(secrets.seal('seed', 'totp:1')).not.toBe(sealed)
    expect(sealed).not.toContain('seed')
  })

  test('J4: do not open for another context, another key, or when a character changed', () => {
    const sealed = secretsOf(current).seal('seed', 'totp:1')
    expect(() => secretsOf(current).open(sealed, 'totp:2')).toThrow()
    expect(() => secretsOf(old).open(sealed, 'totp:1')).toThrow(/SECRET_KEY/)
    const changed = sealed.slice(0, -3) + (sealed.at(-3) === 'A' ? 'B' : 'A') + sealed.slice(-2)
    expect(() => secretsOf(current).open(changed, 'totp:1')).toThrow()
  })

  test('J4: open with an older key beside the current one, and say that they are to be sealed again', () => {
    const sealed = secretsOf(old).seal('seed', 'totp:1')
    const both = secretsOf(`${current}, ${old}`)
    expect(both.open(sealed, 'totp:1')).toBe('seed')
    expect(both.isOutdated(sealed)).toBe(true)
    expect(both.isOutdated(both.seal('seed', 'totp:1'))).toBe(false)
  })

  test('stamps hold for one purpose, and with older keys', () => {
    const data = Buffer.from('data')
    const stamp = secretsOf(old).stamp(data, 'one')
    const both = secretsOf(`${current},${old}`)
    expect(both.isStamped(data, stamp, 'one')).toBe(true)
    expect(both.isStamped(data, stamp, 'two')).toBe(false)
    expect(both.isStamped(Buffer.from('dato'), stamp, 'one')).toBe(false)
    expect(both.isStamped(data, stamp.subarray(1), 'one')).toBe(false)
  })
})

describe('J4: the key itself', () => {
  test('J4: production does not start without one, or with a short one', () => {
    expect(secretsOf(current, 'production').open(secretsOf(current).seal('x', 'y'), 'y')).toBe('x')
    expect(() => secretsOf(undefined, 'production')).toThrow(/SECRET_KEY is missing/)
    expect(() => secretsOf('short', 'production')).toThrow(/weak/)
    expect(() => secretsOf(`${current},short`, 'production')).toThrow(/weak/)
    expect(existsSync(join(directory, 'secret-key'))).toBe(false)
  })

  test.each(['onpremise', 'deploy'] as const)(
    'J4: %s encrypts with none that is short, and makes a missing one',
    (environment) => {
      expect(secretsOf(current, environment).open(secretsOf(current).seal('x', 'y'), 'y')).toBe('x')
      expect(() => secretsOf('short', environment)).toThrow(/weak/)
      expect(() => secretsOf(`short,${current}`, environment)).toThrow(/weak/)
      expect(secretsOf(`${current},short`, environment).open(secretsOf('short').seal('x', 'y'), 'y')).toBe('x')
      const dataDirectory = join(directory, environment)
      secretsOf(undefined, environment, dataDirectory)
      expect(existsSync(join(dataDirectory, 'secret-key'))).toBe(true)
    },
  )

  test('J4: elsewhere one is made once, for the owner of the directory only', () => {
    const sealed = secretsOf(undefined).seal('seed', 'x')
    expect(secretsOf(undefined).open(sealed, 'x')).toBe('seed')
    expect(statSync(join(directory, 'secret-key')).mode & 0o777).toBe(0o600)
  })

  test('J4: a damaged one is not replaced in silence', () => {
    writeFileSync(join(directory, 'secret-key'), 'cut')
    expect(() => secretsOf(undefined)).toThrow(/damaged/)
  })

  test('a DATA_DIR in which none can be kept is refused by its name', () => {
    const below = join(directory, 'secret-key', 'data')
    expect(() => secretsOf(undefined, 'local', below)).toThrow(
      `DATA_DIR is ${below}, where the server cannot keep its files: ENOTDIR`,
    )
  })
})
