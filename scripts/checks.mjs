// What is checked about the sources without running the product. Each check counts as one test.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './ensure-dependencies.mjs'

const bin = (path) => [process.execPath, join(repository, 'node_modules', path)]
const script = (name, ...args) => [process.execPath, join(repository, 'scripts', name), ...args]

/** TypeScript's own program, native since version 7. It looks again only at what has changed since it last looked. */
const types = (room) => [
  ...bin('typescript/bin/tsc'),
  ...['-p', room, '--incremental', '--tsBuildInfoFile', join(repository, '.cache/types', `${room}.tsbuildinfo`)],
]

/** The web room checks its texts itself. */
function textsCheck() {
  const { scripts = {} } = JSON.parse(readFileSync(join(repository, 'web/package.json'), 'utf8'))
  return scripts['i18n:check']
    ? [{ name: 'texts in every language', command: ['npm', 'run', '--silent', 'i18n:check', '-w', 'web'] }]
    : []
}

/** The checks in the order in which their results are told. */
export const checks = () => [
  {
    name: 'format and lint',
    command: [...bin('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--error-on-warnings', '.'],
  },
  ...['contract', 'server', 'web', '.'].map((room) => ({
    name: `types of ${room === '.' ? 'journeys and benchmarks' : `the ${room}`}`,
    command: types(room),
  })),
  { name: 'import law', command: script('import-law.mjs') },
  { name: 'lengths, layers, screens and selectors of the style sheets', command: script('style-tokens.mjs') },
  { name: 'unused code', command: [...bin('knip/bin/knip.js'), '--no-progress'] },
  { name: 'lock file for every platform', command: script('complete-lock.mjs', '--check') },
  { name: 'what we depend on', command: script('supply-chain.mjs') },
  { name: 'lines of the security bar', command: script('security-table.mjs', '--check') },
  { name: 'types of the schema', command: script('generate-types.mjs', '--check') },
  ...textsCheck(),
]

/** Runs a command in the repository; its words are kept for the case that it fails. */
export function run([program, ...args], environment = {}) {
  return new Promise((resolve) => {
    const begun = performance.now()
    const child = spawn(program, args, {
      cwd: repository,
      env: { ...process.env, FORCE_COLOR: '0', VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && program === 'npm',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    const end = (passed) => resolve({ passed, output, seconds: (performance.now() - begun) / 1000 })
    child.on('error', (error) => {
      output += error.message
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })
}

/** One line a result, and what it had to say when it failed. */
export function tell(name, { passed, output, seconds }) {
  process.stdout.write(`${passed ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`)
  if (!passed) process.stdout.write(`${output.trimEnd()}\n`)
}

/** Runs `jobs` (functions that give promises), at most `width` at a time. */
export async function inParallel(jobs, width) {
  const waiting = [...jobs]
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job()
  }
  await Promise.all(Array.from({ length: width }, work))
}

/** Is there a room, and does it hold such files? */
export const holds = (path) => existsSync(join(repository, path))
