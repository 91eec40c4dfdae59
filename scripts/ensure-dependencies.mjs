// Makes sure that the packages of the lock file are installed. Uses Node's own modules only, since nothing else may be
// installed yet.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const repository = fileURLToPath(new URL('..', import.meta.url))

/**
 * Packages with their own lock file that are installed on demand: for the benchmarks, and a browser for machines
 * without one.
 */
export const extraPackages = { bench: join(repository, 'bench'), browser: join(repository, 'scripts/packed-browser') }

/** The message for a Node version that is too old to run the product; undefined for a supported one. */
export function unsupportedNodeMessage(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  if (major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return
  return `Lintel needs Node 20.19 or newer in the 20 line, 22.12 or newer in the 22 line, or 24 and newer; this is ${version}.`
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** A hash of what the installation depends on: the lock file and the platform, for native modules. */
function fingerprint(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
}

/** Whether every package of the lock file is installed in its version, by npm's own record in node_modules. */
function isInstalled(root) {
  const lock = readJson(join(root, 'package-lock.json'))?.packages ?? {}
  const record = readJson(join(root, 'node_modules/.package-lock.json'))?.packages ?? {}
  return Object.entries(lock).every(([path, { version, optional, link }]) => {
    if (!/(^|\/)node_modules\//.test(path)) return true
    if (link) return existsSync(join(root, path))
    const there = record[path]
    return there ? there.version === version && existsSync(join(root, path)) : optional === true
  })
}

/**
 * Installs from the lock file of the product or of another package, unless it is installed already; a repeated call
 * takes a few milliseconds. Ends the process with a message when it fails.
 */
export function ensureDependencies(root = repository) {
  const message = unsupportedNodeMessage(process.version)
  if (message) fail(message)
  const marker = join(root, 'node_modules/.lintel-installed')
  const current = fingerprint(root)
  if (existsSync(marker) && readFileSync(marker, 'utf8') === current) return
  if (!isInstalled(root)) install(root)
  mkdirSync(dirname(marker), { recursive: true })
  writeFileSync(marker, current)
}

function install(root) {
  process.stdout.write('Installing what the lock file names …\n')
  // Prefer the npm that runs this script: it need not be the first one in the path.
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : npmOfNode()
  const flags = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline']
  // Drop this variable, which `npm run` sets to its own package: npm would install that package instead.
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'npm_config_local_prefix'),
  )
  const options = { cwd: root, stdio: 'inherit', env: environment }
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...flags], options)
    : spawnSync('npm', flags, { ...options, shell: process.platform === 'win32' })
  if (status !== 0) {
    fail('The dependencies could not be installed: npm says above why. Is the package registry within reach?')
  }
}

function npmOfNode() {
  const bin = dirname(process.execPath)
  const places = ['../lib/node_modules/npm/bin/npm-cli.js', 'node_modules/npm/bin/npm-cli.js']
  return places.map((place) => join(bin, place)).find(existsSync)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) ensureDependencies()
