// What we take from others (security L1): the lock file names only the registry with integrity hashes, every licence
// is on the list, and no part has a known hole of high severity as far as the registry tells.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { extraPackages } from './ensure-dependencies.mjs'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
/** The lock files asked about: all of ours, unless another is named (the checks' own tests do). */
const ours = [root, ...Object.values(extraPackages)].map((directory) => join(directory, 'package-lock.json'))
const lockFiles = process.argv[2] === undefined ? ours : [process.argv[2]]
const require = createRequire(import.meta.url)

/** Licences that a self-hosted product may carry. Weak copyleft (MPL) only in unchanged files, data licences for data. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Packages whose manifest names no licence: read by a person, with what their text says. */
const read = new Map([
  ['busboy', 'MIT'],
  ['cli-table', 'MIT'],
  ['dicer', 'MIT'],
  ['humanize-number', 'MIT'],
  ['only', 'MIT'],
  ['parse-cache-control', 'BSD-3-Clause'],
  ['streamsearch', 'MIT'],
])

/**
 * Packages that tests read where they are installed, of which the product carries nothing: the schemas of OASIS for descriptions of OData,
 * free of charge under its policy on rights, whose text has no name on the list.
 */
const readByTests = new Set(['odata-csdl'])

/**
 * Libraries under the LGPL that are used as it wishes: unchanged, loaded as files of their own, which anybody may exchange. They are the
 * image library that sharp loads.
 */
const exchangeable = /^@img\/sharp(-libvips)?-/

/** Does an SPDX expression leave us a choice on the list? */
const isAllowed = (expression) =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => allowed.has(licence.trim())))

function licenceProblems(lockFile) {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .flatMap(([path, { license, dev = false }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const licence = license ?? read.get(name)
      const isExchangeable = exchangeable.test(name) && /\bLGPL-3\.0-or-later\b/.test(licence)
      const isReadByTests = dev && readByTests.has(name)
      return isExchangeable || isReadByTests || (licence && isAllowed(licence))
        ? []
        : [`${name}: ${licence ?? 'no licence named'}`]
    })
}

async function lockProblems(lockFile) {
  const bin = join(dirname(require.resolve('lockfile-lint/package.json')), 'bin/lockfile-lint.js')
  const flags = ['--type', 'npm', '--allowed-hosts', 'npm', '--validate-https', '--validate-integrity']
  try {
    await run(process.execPath, [bin, '--path', lockFile, ...flags])
    return []
  } catch (error) {
    return [`${error.stdout}${error.stderr}`.trim()]
  }
}

/** A registry mirror may not answer the question: then nothing is known, and that is said. */
async function auditProblems() {
  const { stdout } = await run('npm', ['audit', '--json', '--omit=dev'], { cwd: root, timeout: 30_000 }).catch(
    (error) => error,
  )
  const counts = parsed(stdout)?.metadata?.vulnerabilities
  if (!counts) {
    console.log('supply chain: the registry did not answer the audit question; known holes were not checked')
    return []
  }
  const { high, critical } = counts
  return high + critical > 0 ? [`npm audit: ${high} high, ${critical} critical`] : []
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const problems = [
  ...lockFiles.flatMap(licenceProblems),
  ...(await Promise.all(lockFiles.map(lockProblems))).flat(),
  // The registry is asked about what is ours.
  ...(lockFiles === ours ? await auditProblems() : []),
]
for (const problem of problems) console.error(`supply chain: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0
