// Makes sure that what the lock file names is installed. Node's own modules only: nothing else may be there yet.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const repository = fileURLToPath(new URL('..', import.meta.url))
const modules = join(repository, 'node_modules')
const marker = join(modules, '.lintel-installed')

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
function wanted() {
  const lock = readFileSync(join(repository, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
}

/** Is every package of the lock file there in its version? npm keeps its own record of what it installed. */
function isInstalled() {
  const lock = readJson(join(repository, 'package-lock.json'))?.packages ?? {}
  const record = readJson(join(modules, '.package-lock.json'))?.packages ?? {}
  return Object.entries(lock).every(([path, { version, optional, link }]) => {
    if (!/(^|\/)node_modules\//.test(path)) return true
    if (link) return existsSync(join(repository, path))
    const there = record[path]
    return there ? there.version === version && existsSync(join(repository, path)) : optional === true
  })
}

/** Installs from the lock file unless that is what is installed already; the second time costs a few milliseconds. */
export function ensureDependencies() {
  const refusal = refusalOf(process.version)
  if (refusal) giveUp(refusal)
  const target = wanted()
  if (existsSync(marker) && readFileSync(marker, 'utf8') === target) return
  if (!isInstalled()) install()
  mkdirSync(modules, { recursive: true })
  writeFileSync(marker, target)
}

function install() {
  process.stdout.write('Installing what the lock file names …\n')
  // The npm that called us, if one did: it need not be the first in the path.
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : besideNode()
  const flags = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline']
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...flags], { cwd: repository, stdio: 'inherit' })
    : spawnSync('npm', flags, { cwd: repository, stdio: 'inherit', shell: process.platform === 'win32' })
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
