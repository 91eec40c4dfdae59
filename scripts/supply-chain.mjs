// Supply chain checks (security L1): the lock files name only the registry, with integrity hashes; every licence is
// allowed; and no dependency has a known vulnerability of high severity, as far as the registry reports.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { extraPackages } from './ensure-dependencies.mjs'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
/** The lock files to check: all of the product's, or the one named by the first argument (for the tests). */
const ownLockFiles = [root, ...Object.values(extraPackages)].map((directory) => join(directory, 'package-lock.json'))
const lockFiles = process.argv[2] === undefined ? ownLockFiles : [process.argv[2]]
const require = createRequire(import.meta.url)

/**
 * Licences that a self-hosted product may include. Weak copyleft (MPL) only in unchanged files, data licences for data.
 */
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

/** Packages whose manifest names no licence: reviewed by a person, with the licence of their text. */
const manuallyReviewed = new Map([
  ['busboy', 'MIT'],
  ['cli-table', 'MIT'],
  ['dicer', 'MIT'],
  ['humanize-number', 'MIT'],
  ['only', 'MIT'],
  ['parse-cache-control', 'BSD-3-Clause'],
  ['streamsearch', 'MIT'],
])

/**
 * Packages that only tests read and the product does not include: the OASIS schemas for OData metadata, free of charge
 * under its IPR policy, whose licence text has no SPDX name.
 */
const readByTests = new Set(['odata-csdl'])

/**
 * LGPL libraries that are used as the licence requires: unchanged and loaded as separate files that anybody may
 * replace. They are the image library that sharp loads.
 */
const replaceableLgpl = /^@img\/sharp(-libvips)?-/

/** Whether an SPDX expression allows a licence of the list: AND binds more closely than OR, parentheses more closely than both. */
function isAllowed(expression) {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []
  const either = () => {
    let result = both()
    while (tokens[0] === 'OR') {
      tokens.shift()
      result = both() || result
    }
    return result
  }
  const both = () => {
    let result = one()
    while (tokens[0] === 'AND') {
      tokens.shift()
      result = one() && result
    }
    return result
  }
  const one = () => {
    const token = tokens.shift()
    if (token !== '(') return allowed.has(token)
    const result = either()
    return tokens.shift() === ')' && result
  }
  return either() && tokens.length === 0
}

function licenceProblems(lockFile) {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .flatMap(([path, { license, dev = false }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const licence = license ?? manuallyReviewed.get(name)
      const isReplaceableLgpl = replaceableLgpl.test(name) && /\bLGPL-3\.0-or-later\b/.test(licence)
      const isReadByTests = dev && readByTests.has(name)
      return isReplaceableLgpl || isReadByTests || (licence && isAllowed(licence))
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

/** Asks the registry for known vulnerabilities; a mirror that does not support the request is reported, not failed. */
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
  // The audit applies to the product's own lock files only.
  ...(lockFiles === ownLockFiles ? await auditProblems() : []),
]
for (const problem of problems) console.error(`supply chain: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0
