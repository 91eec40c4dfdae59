import { hashSync } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { hashPassword, isAcceptable, isWeak, verifyPassword } from './hash'

describe('a password hash', () => {
  test('A1: is argon2id with 19 MiB, two passes, one lane, a 16-byte salt and a 32-byte tag', async () => {
    const [, id, version, cost, salt = '', tag = ''] = (await hashPassword('lintel demo building')).split('$')
    expect([id, version, cost]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1'])
    expect([Buffer.from(salt, 'base64').length, Buffer.from(tag, 'base64').length]).toEqual([16, 32])
  })

  test('A2: is weak when it cost less than today', async () => {
    expect(isWeak(await hashPassword('x'))).toBe(false)
    expect(isWeak(hashSync('x', { memoryCost: 7_168, timeCost: 5, parallelism: 1 }))).toBe(true)
    expect(isWeak(hashSync('x', { memoryCost: 19_456, timeCost: 1, parallelism: 1 }))).toBe(true)
  })

  test('A2: outside the limits is never computed and fits nothing', async () => {
    const cheap = hashSync('x', { memoryCost: 4_096, timeCost: 2, parallelism: 1 })
    expect(isAcceptable(cheap)).toBe(false)
    expect(await verifyPassword(cheap, 'x')).toBe(false)
    const real = await hashPassword('x')
    expect(await verifyPassword(real, 'x')).toBe(true)
    for (const cost of ['m=262145,t=2,p=1', 'm=19456,t=11,p=1', 'm=19456,t=2,p=9', 'm=19456,t=0,p=1']) {
      expect(isAcceptable(real.replace('m=19456,t=2,p=1', cost)), cost).toBe(false)
    }
    for (const foreign of [real.replace('argon2id', 'argon2i'), '$2b$12$abcdefghijklmnopqrstuv', '', 'plain']) {
      expect(await verifyPassword(foreign, 'x')).toBe(false)
    }
  })

  test('A3: takes every character into account, and none for another', async () => {
    const long = 'ø'.repeat(500)
    const stored = await hashPassword(`${long}a`)
    expect(await verifyPassword(stored, `${long}a`)).toBe(true)
    expect(await verifyPassword(stored, `${long}b`)).toBe(false)
    expect(await verifyPassword(stored, `${long}A`)).toBe(false)
  })

  test('A3: is the same for the same characters composed in another way', async () => {
    const stored = await hashPassword('Skr\u00e5tak p\u00e5 l\u00f8a')
    expect(await verifyPassword(stored, 'Skra\u030atak pa\u030a l\u00f8a')).toBe(true)
    expect(await verifyPassword(stored, 'Skratak pa l\u00f8a')).toBe(false)
  })
})
