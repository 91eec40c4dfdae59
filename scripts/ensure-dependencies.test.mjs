import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { extraPackages, repository, unsupportedNodeMessage } from './ensure-dependencies.mjs'

test.each(['v18.20.8', 'v20.18.3', 'v21.7.3', 'v22.11.0', 'v23.11.1'])(
  'Node %s is refused in a plain sentence',
  (version) => {
    expect(unsupportedNodeMessage(version)).toBe(
      `Lintel needs Node 20.19 or newer in the 20 line, 22.12 or newer in the 22 line, or 24 and newer; this is ${version}.`,
    )
  },
)

test.each(['v20.19.0', 'v20.20.1', 'v22.12.0', 'v24.0.0', 'v26.1.0'])('Node %s is not', (version) => {
  expect(unsupportedNodeMessage(version)).toBeUndefined()
})

test('npm is told the same', () => {
  const { engines } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  expect(engines.node).toBe('^20.19.0 || ^22.12.0 || >=24.0.0')
})

/** The modules that a script and the scripts it imports need before their first line runs. */
function importedBy(file) {
  const found = [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^'"]*?['"]([^'"]+)['"]$/gm)].map(
    ([, name]) => name,
  )
  return found.flatMap((name) => (name.startsWith('.') ? importedBy(join(dirname(file), name)) : [name]))
}

test.each(['start', 'dev', 'test', 'demo:directory', 'demo:load', 'admin:create', 'keys:rotate'])(
  'npm run %s needs nothing on a fresh clone but Node, until it has installed the rest',
  (command) => {
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
    const [, script] = /node (scripts\/\S+)/.exec(scripts[command])
    const needed = importedBy(join(repository, script))
    expect(needed.length).toBeGreaterThan(0)
    expect(needed.filter((name) => !name.startsWith('node:'))).toEqual([])
  },
)

/** The folders below `directory` that contain a lock file, except installed and built ones. */
const locked = (directory) =>
  readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'package-lock.json') return [relative(repository, directory)]
    if (!entry.isDirectory() || /^(\.|node_modules$|dist$|data$)/.test(entry.name)) return []
    return locked(join(directory, entry.name))
  })

test('L1: every lock file is of the product or of a package that is checked with it', () => {
  const known = Object.values(extraPackages).map((directory) => relative(repository, directory))
  expect(locked(repository).sort()).toEqual(['', ...known].sort())
})
