import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './hash'
import { hashThreads, onHashThread } from './hash-threads'

const isLinux = process.platform === 'linux'

/** The nice value of each thread of this process: field 19 of `/proc/…/stat`, without the name in brackets. */
const niceness = () =>
  readdirSync('/proc/self/task').map((thread) => {
    const line = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16])
  })

test.runIf(isLinux)('A8: hashes are computed by threads that give way to all others, and only they do', async () => {
  await hashPassword('lintel demo building')
  expect(niceness()).toContain(19)
  expect(niceness().filter((nice) => nice === 0).length).toBeGreaterThan(1)
})

test('A8: many at once are each answered with their own result, by as many threads', async () => {
  const stored = await Promise.all(['one', 'two', 'three'].map(hashPassword))
  const fits = await Promise.all(
    stored.flatMap((hash) => ['one', 'two', 'three'].map((typed) => verifyPassword(hash, typed))),
  )
  expect(fits).toEqual([true, false, false, false, true, false, false, false, true])
})

test('what cannot be computed says so, and the thread goes on', async () => {
  await expect(onHashThread('verify', { stored: 'nonsense', typed: 'typed' })).rejects.toThrow()
  expect(await verifyPassword(await hashPassword('typed'), 'typed')).toBe(true)
})

test('threads that cannot begin fail what waits for them, and nothing else', async () => {
  const onBrokenThread = hashThreads(new URL('../../../test/broken-thread.js', import.meta.url))
  const given = { stored: 'any', typed: 'typed' }
  const failures = await Promise.allSettled([onBrokenThread('verify', given), onBrokenThread('verify', given)])
  expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(onBrokenThread('verify', given)).rejects.toThrow()
  expect(await verifyPassword(await hashPassword('typed'), 'typed')).toBe(true)
})
