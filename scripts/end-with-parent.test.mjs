import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const preloaded = new URL('./end-with-parent.mjs', import.meta.url).href

/** Prints that it is running, and on SIGTERM prints that too and exits. */
const program = `
  process.on('SIGTERM', () => { console.log('asked to end'); process.exit() })
  setInterval(() => {}, 1_000)
  console.log('running')`

/** Starts the program with inherited outputs and an IPC channel, as the test servers are started. */
const launcher = `
  const { spawn } = require('node:child_process')
  spawn(process.execPath, ['--import', ${JSON.stringify(preloaded)}, '--eval', ${JSON.stringify(program)}],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }).channel.unref()
  setInterval(() => {}, 1_000)`

test('a process whose launcher is killed ends as if it had been asked to', async () => {
  const parent = spawn(process.execPath, ['--eval', launcher], { stdio: ['ignore', 'pipe', 'inherit'] })
  parent.stdout.setEncoding('utf8')
  await once(parent.stdout, 'data')
  let output = ''
  parent.stdout.on('data', (text) => {
    output += text
  })
  const silent = once(parent.stdout, 'close')
  parent.kill('SIGKILL')
  // The pipe closes when the last process that holds it has exited.
  await silent
  expect(output).toBe('asked to end\n')
})
