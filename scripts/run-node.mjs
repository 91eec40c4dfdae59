// One Node process in our place: it has our terminal, gets our signals, and its end is ours.
import { spawn } from 'node:child_process'

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
