// One Node process in our place: it has our terminal, gets our signals, and its end is ours.
import { spawn } from 'node:child_process'

/**
 * How the server runs: the place for young objects grows to a quarter of Node's default. Starting fills it once, and what
 * it has grown to it keeps. The place for old objects at most doubles between two collections, instead of growing fourfold: a long
 * export throws away nearly all it makes.
 */
export const serverFlags = ['--max-semi-space-size=4', '--heap-growing-percent=100']

/** Threads share two places to take memory from, instead of one each that keeps what it once held (glibc). */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }

/** Runs Node with these arguments and passes signals on; settles with the code to exit with. */
export function runNode(args, options = {}) {
  return new Promise((resolve) => {
    // The channel is for its breaking: a child that preloads end-with-parent.mjs ends when we are killed.
    const child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], ...options })
    const forward = (signal) => child.kill(signal)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, forward)
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`)
      resolve(1)
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
