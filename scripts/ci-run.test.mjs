import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const run = join(import.meta.dirname, '../.ci/run')
const directory = mkdtempSync(join(tmpdir(), 'lintel-ci-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Runs `.ci/run` with a fake `npm` and returns the exit code and the last line of output. */
const runCi = (npm) =>
  new Promise((resolve) => {
    writeFileSync(join(directory, 'npm'), `#!/usr/bin/env bash\n${npm}\n`, { mode: 0o755 })
    const env = { ...process.env, PATH: `${directory}${delimiter}${process.env.PATH}` }
    execFile(run, { env }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, last: stdout.trimEnd().split('\n').at(-1) }),
    )
  })

test.each([
  ['all passed', '[ "$*" = test ] && echo "12 passed, 0 failed"', { code: 0, last: '12 passed, 0 failed' }],
  [
    'some failed, and npm has the last word',
    'echo "11 passed, 1 failed"; echo "npm error" >&2; exit 1',
    { code: 1, last: '11 passed, 1 failed' },
  ],
  [
    'a runner tells its own numbers before',
    'echo "3 passed, 9 failed"; echo "12 passed, 0 failed"',
    { code: 0, last: '12 passed, 0 failed' },
  ],
  [
    'a failed test showed the bytes of a picture',
    String.raw`printf 'Received: "\377\330\000\001"\n'; echo "11 passed, 1 failed"; exit 1`,
    { code: 1, last: '11 passed, 1 failed' },
  ],
  ['npm ends without a word', 'exit 7', { code: 7, last: '0 passed, 1 failed' }],
  ['npm is content, and counted nothing', 'echo "nothing to do"', { code: 1, last: '0 passed, 1 failed' }],
])('.ci/run ends with the numbers and the code of npm test when %s', async (_, npm, end) => {
  expect(await runCi(npm)).toEqual(end)
})
