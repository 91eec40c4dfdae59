// Runs one Node process that uses our terminal, receives our signals, and whose exit code becomes ours.
import { spawn } from 'node:child_process'

/**
 * V8 flags of the server. The young generation grows to a quarter of Node's default, because startup fills it once and
 * V8 keeps what it has grown to. The old generation at most doubles between two collections instead of growing
 * fourfold, because a long export discards nearly all it allocates.
 */
export const serverFlags = ['--max-semi-space-size=4', '--heap-growing-percent=100']

/** Threads share two malloc arenas, instead of one each that keeps the memory it once used (glibc). */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }

/** Runs Node with these arguments and forwards signals to it; resolves with the exit code. */
export function runNode(args, options = {}) {
  return new Promise((resolve) => {
    // The IPC channel closes when we are killed; a child that preloads end-with-parent.mjs then exits.
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
