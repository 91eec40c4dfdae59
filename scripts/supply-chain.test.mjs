import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const script = join(import.meta.dirname, 'supply-chain.mjs')

/** Runs the check on a lock file with this one package; returns the exit code and stderr. */
const check = (part, name = 'part') =>
  new Promise((resolve) => {
    const folder = mkdtempSync(join(tmpdir(), 'lintel-lock-'))
    const file = join(folder, 'package-lock.json')
    const packages = { '': { name: 'product' }, [`node_modules/${name}`]: { version: '1.0.0', ...part } }
    writeFileSync(file, JSON.stringify({ name: 'product', lockfileVersion: 3, packages }))
    execFile(process.execPath, [script, file], (error, _, stderr) => {
      rmSync(folder, { recursive: true })
      resolve({ code: error?.code ?? 0, stderr })
    })
  })

const resolved = 'https://registry.npmjs.org/part/-/part-1.0.0.tgz'
const integrity = 'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=='

test('L1: a part of an unknown licence or from elsewhere is refused, a proper one is not', {
  timeout: 120_000,
}, async () => {
  expect(await check({ resolved, integrity, license: 'MIT' })).toMatchObject({ code: 0 })
  expect(await check({ resolved, integrity, license: 'SSPL-1.0' })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('part: SSPL-1.0'),
  })
  const foreignUrl = 'http://packages.example/part-1.0.0.tgz'
  expect(await check({ resolved: foreignUrl, integrity, license: 'MIT' })).toMatchObject({ code: 1 })
  // The schemas are allowed for tests only, not as a dependency of the product.
  const schemas = {
    resolved: resolved.replaceAll('part', 'odata-csdl'),
    integrity,
    license: 'SEE LICENSE IN LICENSE.md',
  }
  expect(await check({ ...schemas, dev: true }, 'odata-csdl')).toMatchObject({ code: 0 })
  expect(await check(schemas, 'odata-csdl')).toMatchObject({ code: 1 })
  expect(await check({ ...schemas, dev: true })).toMatchObject({ code: 1 })
})

test.each([
  ['(MIT OR GPL-3.0-only) AND AGPL-3.0-only', 1],
  ['(MIT OR GPL-3.0-only) AND ISC', 0],
  ['GPL-3.0-only OR (MIT AND ISC)', 0],
  ['MIT AND GPL-3.0-only OR AGPL-3.0-only', 1],
  ['(MIT', 1],
])('a licence expression is read with its parentheses: %s', { timeout: 60_000 }, async (license, code) => {
  expect(await check({ resolved, integrity, license })).toMatchObject({ code })
})
