// Builds what has changed: the server into server/dist, the web app into web/dist.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureDependencies, repository } from './ensure-dependencies.mjs'

const ignored = /(^|\/)(node_modules|dist|\.cache)(\/|$)|\.test\.tsx?$/

/** The build target of the `server` workspace. */
export const serverPart = {
  name: 'server',
  inputs: ['contract/package.json', 'contract/src', 'server/package.json', 'server/src', 'server/demo'],
  output: 'server/dist/main.js',
  build: buildServer,
}

const parts = [
  serverPart,
  {
    name: 'web',
    inputs: ['contract/package.json', 'contract/src', 'web'],
    output: 'web/dist/index.html',
    build: buildWeb,
  },
]

/** One hash of all the files that a build target depends on. */
function fingerprint(root, inputs) {
  const hash = createHash('sha256')
  for (const input of [...inputs, 'package-lock.json', 'scripts/build.mjs']) {
    for (const file of filesOf(root, join(root, input))) {
      hash
        .update(`${relative(root, file)}\n`)
        .update(readFileSync(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

function filesOf(root, path) {
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    return [] // not written yet
  }
  return entries
    .map((entry) => ({ entry, path: join(path, entry.name) }))
    .filter(({ path }) => !ignored.test(relative(root, path)))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ entry, path }) => (entry.isDirectory() ? filesOf(root, path) : [path]))
}

/**
 * Packages that are bundled, so that only their used parts are loaded: hundreds fewer small files, which saves ten
 * megabytes of memory and a third of the start time. The others stay in node_modules, because some contain programs and
 * data files.
 */
const bundled = ['jose', 'kysely', 'uuidv7', 'zod']

async function buildServer() {
  const { build } = await import('esbuild')
  const { dependencies } = JSON.parse(readFileSync(join(repository, 'server/package.json'), 'utf8'))
  const commands = join(repository, 'server/src/commands')
  const entries = existsSync(commands)
    ? readdirSync(commands).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    : []
  rmSync(join(repository, 'server/dist'), { recursive: true, force: true })
  const { metafile } = await build({
    absWorkingDir: repository,
    entryPoints: [
      { in: 'server/src/main.ts', out: 'main' },
      // A separate entry point: the bundle starts this worker by its file name.
      { in: 'server/src/identity/passwords/hash-thread.js', out: 'hash-thread' },
      ...entries.map((file) => ({
        in: `server/src/commands/${file}`,
        out: `commands/${file.slice(0, -'.ts'.length)}`,
      })),
    ],
    outdir: 'server/dist',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: Object.keys(dependencies).filter((name) => name !== '@lintel/contract' && !bundled.includes(name)),
    alias: { '@lintel/contract': join(repository, 'contract/src') },
    sourcemap: true,
    logLevel: 'warning',
    metafile: true,
  })
  for (const file of Object.keys(metafile.outputs)) if (file.endsWith('.js')) escapeNonLatin1(join(repository, file))
}

/**
 * Node stores a source with any character beyond Latin-1 in twice the memory. The remaining ones are in regular
 * expressions and comments, where a Unicode escape is equivalent.
 */
function escapeNonLatin1(file) {
  const source = readFileSync(file, 'utf8')
  const escaped = source.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  if (escaped !== source) writeFileSync(file, escaped)
}

function buildWeb() {
  const vite = join(repository, 'node_modules/vite/bin/vite.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(repository, 'web'),
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' },
  })
  if (status !== 0) throw new Error(stdout + stderr)
}

/**
 * Builds every target whose inputs have changed since its last build: the product's targets unless a test passes its
 * own.
 */
export async function build(root = repository, targets = parts) {
  const cache = join(root, '.cache')
  for (const { name, inputs, output, build } of targets) {
    const stampFile = join(cache, `built-${name}`)
    const current = fingerprint(root, inputs)
    const isCurrent =
      existsSync(join(root, output)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === current
    if (isCurrent) continue
    const startedAt = performance.now()
    rmSync(stampFile, { force: true }) // an interrupted build must not count as current
    try {
      await build()
    } catch (error) {
      process.stderr.write(`The ${name} could not be built.\n${error.message}\n`)
      process.exit(1)
    }
    mkdirSync(cache, { recursive: true })
    writeFileSync(stampFile, current)
    process.stdout.write(`Built the ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureDependencies()
  await build()
}
