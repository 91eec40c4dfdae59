// npm test: all tests and checks that take minutes. npm run test:long (`--long`): the long variants, which take hours
// on a small machine. Both end with a line `N passed, N failed`.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { checks, printResult, run } from './checks.mjs'
import { ensureDependencies, repository } from './ensure-dependencies.mjs'
import { findBrowser } from './find-browser.mjs'
import { makeTestFolder } from './test-folder.mjs'

ensureDependencies()
const isLong = process.argv.includes('--long')
const results = join(repository, '.cache', 'results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const folder = makeTestFolder()
/** Running test runners. */
const runners = new Set()
// However this run ends, no process and no folder of it remains.
process.on('exit', folder.remove)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const runner of runners) runner.kill(signal)
    process.exit(1)
  })
}
let passed = 0
let failed = 0
/** Failed tests of Vitest with the first line of each error, repeated at the end: the journeys print a lot after them. */
const failures = []

/** Counts a step as one test. */
function count(name, result) {
  if (result.passed) passed++
  else failed++
  printResult(name, result)
}

/** Runs a test runner with its output visible; resolves with its exit code. */
function runVisible(path, args, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(repository, 'node_modules', path), ...args], {
      cwd: repository,
      env: {
        ...process.env,
        VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
        TMPDIR: folder.path,
        ...(isLong && { LINTEL_TESTS: 'long' }),
        ...environment,
      },
      stdio: 'inherit',
    })
    runners.add(child)
    const end = (code) => {
      runners.delete(child)
      resolve(code ?? 1)
    }
    child.on('error', () => end(1))
    child.on('exit', end)
  })
}

/** Adds a runner's numbers. A runner that failed without a failed test counts as one failure. */
function add(name, code, read) {
  let numbers
  try {
    numbers = read()
  } catch {
    numbers = { passed: 0, failed: 0 }
  }
  passed += numbers.passed
  failed += numbers.failed
  if (code === 0 && numbers.passed + numbers.failed > 0) return
  if (numbers.failed === 0) {
    failed++
    process.stdout.write(`✗ ${name} ended with code ${code} after ${numbers.passed} passed tests\n`)
  }
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Runs the tests of these Vitest projects. */
async function vitest(name, ...projects) {
  const file = join(results, `${name.replaceAll(' ', '-')}.json`)
  const code = await runVisible('vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...projects.flatMap((project) => ['--project', project]),
  ])
  add(name, code, () => {
    const { numPassedTests, numFailedTests, testResults } = readJson(file)
    // A file that could not be loaded has no test results.
    const broken = testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    )
    for (const { name: path, message, assertionResults } of testResults) {
      const tests = assertionResults.filter((test) => test.status === 'failed')
      for (const { fullName, failureMessages } of tests) failures.push([path, fullName, failureMessages[0]])
      if (broken.some((each) => each.name === path)) failures.push([path, 'could not be loaded', message])
    }
    return { passed: numPassedTests, failed: numFailedTests + broken.length }
  })
}

async function journeys() {
  const browser = await findBrowser((sentence) => process.stdout.write(`${sentence}\n`))
  if (!browser) {
    return count('browser tests', {
      passed: false,
      seconds: 0,
      output: 'There is no browser for the browser tests: install Chromium, or set CHROMIUM to the path of one.',
    })
  }
  const file = join(results, 'playwright.json')
  const code = await runVisible('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    CHROMIUM: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  add('browser tests', code, () => {
    const { stats } = readJson(file)
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
  })
}

/** Runs the checks in sequence, because the tests run at the same time. */
async function check() {
  for (const { name, command } of checks()) count(name, await run(command))
}

// The checks and the CPU-bound tests run in parallel, as most machines have two processors; the fault tests wait more
// than they compute and run beside both. The browser journeys have short timeouts and run alone.
const building = run([process.execPath, join(repository, 'scripts', 'build.mjs')])
if (isLong) await building.then(() => vitest('long tests', 'long'))
else {
  await Promise.all([
    // Servers in tests serve the built web app, where there is one: it must not change during the tests.
    building.then(() => vitest('unit and integration tests', 'tools', 'contract', 'web', 'server')),
    building.then(() => vitest('tests of faults', 'faults')),
    check(),
  ])
}
const built = await building
if (built.passed) await journeys()
else count('build', built)
for (const [path, title, error = ''] of failures) {
  process.stdout.write(
    `✗ ${relative(repository, path)} › ${title}\n  ${stripVTControlCharacters(error).split('\n')[0]}\n`,
  )
}
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
