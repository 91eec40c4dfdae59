// Makes sure that what the lock file names is installed. Node's own modules only: nothing else may be there yet.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const repository = fileURLToPath(new URL('..', import.meta.url))

/** Packages of their own, each with its lock file, that few need: what only benchmarks use, and a browser for bare machines. */
export const extraPackages = { bench: join(repository, 'bench'), browser: join(repository, 'scripts/packed-browser') }

/** Says why a Node of this version is too old to run the product; undefined when it is not. */
export function refusalOf(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  if (major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return
  return `Lintel needs Node 20.19 or newer in the 20 line, 22.12 or newer in the 22 line, or 24 and newer; this is ${version}.`
}

function giveUp(sentence) {
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

/** What the installation depends on: the lock file, and the platform that native parts are made for. */
function wanted(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
}

/** Is every package of the lock file there in its version? npm keeps its own record of what it installed. */
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
 * Installs from the lock file, of the product or of another package, unless that is what is installed already; the second
 * time costs a few milliseconds. Ends the process with a sentence when it cannot.
 */
export function ensureDependencies(root = repository) {
  const refusal = refusalOf(process.version)
  if (refusal) giveUp(refusal)
  const marker = join(root, 'node_modules/.lintel-installed')
  const target = wanted(root)
  if (existsSync(marker) && readFileSync(marker, 'utf8') === target) return
  if (!isInstalled(root)) install(root)
  mkdirSync(dirname(marker), { recursive: true })
  writeFileSync(marker, target)
}

function install(root) {
  process.stdout.write('Installing what the lock file names …\n')
  // The npm that called us, if one did: it need not be the first in the path.
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : besideNode()
  const flags = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline']
  // What npm run says of its own package would make it install that one again.
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'npm_config_local_prefix'),
  )
  const terms = { cwd: root, stdio: 'inherit', env: environment }
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...flags], terms)
    : spawnSync('npm', flags, { ...terms, shell: process.platform === 'win32' })
  if (status !== 0) {
    giveUp('The dependencies could not be installed: npm says above why. Is the package registry within reach?')
  }
}

function besideNode() {
  const bin = dirname(process.execPath)
  const places = ['../lib/node_modules/npm/bin/npm-cli.js', 'node_modules/npm/bin/npm-cli.js']
  return places.map((place) => join(bin, place)).find(existsSync)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) ensureDependencies()
