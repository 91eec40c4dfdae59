// Builds what has changed: the server into server/dist, the web app into web/dist.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureDependencies, repository } from './ensure-dependencies.mjs'

const notInput = /(^|\/)(node_modules|dist|\.cache)(\/|$)|\.test\.tsx?$/

/** What is made of `server`. */
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

/** One number for everything a part is made from. */
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
    .filter(({ path }) => !notInput.test(relative(root, path)))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ entry, path }) => (entry.isDirectory() ? filesOf(root, path) : [path]))
}

/**
 * Of these only what is used goes into the bundle: hundreds of small files less to find and hold, which is ten megabytes
 * and a third of the start. The other packages stay where npm put them, as some carry programs and files.
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
      // Found beside whatever file of the bundle begins it.
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
  for (const file of Object.keys(metafile.outputs)) if (file.endsWith('.js')) keepInBytes(join(repository, file))
}

/**
 * Node holds a source with one character beyond Latin-1 in twice the memory. What esbuild leaves of them stands in patterns and
 * comments, where an escape means the same.
 */
function keepInBytes(file) {
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

/** Builds every part whose inputs differ from those of its last build: of the product, unless a test gives its own. */
export async function build(root = repository, made = parts) {
  const cache = join(root, '.cache')
  for (const { name, inputs, output, build } of made) {
    const note = join(cache, `built-${name}`)
    const now = fingerprint(root, inputs)
    const current = existsSync(join(root, output)) && existsSync(note) && readFileSync(note, 'utf8') === now
    if (current) continue
    const begun = performance.now()
    rmSync(note, { force: true }) // a build that is cut off must not pass for the old one
    try {
      await build()
    } catch (error) {
      process.stderr.write(`The ${name} could not be built.\n${error.message}\n`)
      process.exit(1)
    }
    mkdirSync(cache, { recursive: true })
    writeFileSync(note, now)
    process.stdout.write(`Built the ${name} in ${((performance.now() - begun) / 1000).toFixed(1)} s.\n`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureDependencies()
  await build()
}
