// The static checks. Each check counts as one test.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { repository } from './ensure-dependencies.mjs'

const bin = (path) => [process.execPath, join(repository, 'node_modules', path)]
const script = (name, ...args) => [process.execPath, join(repository, 'scripts', name), ...args]

/** TypeScript's compiler, native since version 7; incremental, so it checks only what has changed. */
const types = (workspace) => [
  ...bin('typescript/bin/tsc'),
  ...[
    '-p',
    workspace,
    '--incremental',
    '--tsBuildInfoFile',
    join(repository, '.cache/types', `${workspace}.tsbuildinfo`),
  ],
]

/** The web workspace has its own check of its translations. */
const textsCheck = {
  name: 'texts in every language',
  command: ['npm', 'run', '--silent', 'i18n:check', '-w', 'web'],
}

/** The checks in the order in which their results are printed. */
export const checks = () => [
  {
    name: 'format and lint',
    command: [...bin('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--error-on-warnings', '.'],
  },
  ...['contract', 'server', 'web', '.'].map((workspace) => ({
    name: `types of ${workspace === '.' ? 'journeys and benchmarks' : `the ${workspace}`}`,
    command: types(workspace),
  })),
  { name: 'import law', command: script('import-law.mjs') },
  { name: 'lengths, layers, screens and selectors of the style sheets', command: script('style-tokens.mjs') },
  { name: 'unused code', command: [...bin('knip/bin/knip.js'), '--no-progress'] },
  { name: 'lock file for every platform', command: script('complete-lock.mjs', '--check') },
  { name: 'what we depend on', command: script('supply-chain.mjs') },
  { name: 'lines of the security bar', command: script('security-table.mjs', '--check') },
  { name: 'types of the schema', command: script('generate-types.mjs', '--check') },
  textsCheck,
]

/** Runs a command in the repository; its output is kept in case it fails. */
export function run([program, ...args], environment = {}) {
  return new Promise((resolve) => {
    const startedAt = performance.now()
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
    const end = (passed) => resolve({ passed, output, seconds: (performance.now() - startedAt) / 1000 })
    child.on('error', (error) => {
      output += error.message
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })
}

/** Prints one line per result, and the output of a failed one. */
export function printResult(name, { passed, output, seconds }) {
  process.stdout.write(`${passed ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`)
  if (!passed) process.stdout.write(`${output.trimEnd()}\n`)
}

/** Runs `jobs` (functions that return promises), at most `width` at a time. */
export async function inParallel(jobs, width) {
  const waiting = [...jobs]
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job()
  }
  await Promise.all(Array.from({ length: width }, work))
}
