import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { build } from './build.mjs'

let root = ''
let builds = 0
const write = (path, text) => writeFileSync(join(root, path), text)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lintel-build-'))
  builds = 0
  for (const directory of ['src', 'scripts', 'dist']) mkdirSync(join(root, directory))
  write('package-lock.json', '{}')
  write('scripts/build.mjs', '')
  write('src/main.ts', 'export const main = 1')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Builds a product of one file. */
const buildIt = () =>
  build(root, [
    {
      name: 'part',
      inputs: ['src'],
      output: 'dist/main.js',
      build() {
        builds++
        write('dist/main.js', `build ${builds}`)
      },
    },
  ])

test('what is current is not built again', async () => {
  await buildIt()
  expect(builds).toBe(1)
  await buildIt()
  expect(builds).toBe(1)
  // Test files are not inputs of a build.
  write('src/main.test.ts', 'test')
  await buildIt()
  expect(builds).toBe(1)
})

test.each([
  ['a source changed', () => write('src/main.ts', 'export const main = 2')],
  ['a source came', () => write('src/more.ts', 'export const more = 1')],
  ['a source went', () => rmSync(join(root, 'src/other.ts'))],
  ['a dependency changed', () => write('package-lock.json', '{"changed":true}')],
  ['how it is built changed', () => write('scripts/build.mjs', '// changed')],
  ['it is gone', () => rmSync(join(root, 'dist/main.js'))],
])('it is built again when %s', async (_, change) => {
  write('src/other.ts', 'export const other = 1')
  await buildIt()
  change()
  await buildIt()
  expect(builds).toBe(2)
})
