import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port'

/** The product as a separate process, for what can only be tested from outside: kills, signals, memory, start time. */
export interface ServerProcess {
  pid: number
  origin: string
  /** The lines it has written to stdout and stderr. */
  output: string[]
  /**
   * Resolves with the milliseconds since the start once `/readyz` responds with 200; throws when the process exited
   * before.
   */
  ready(): Promise<number>
  /** Sends a signal and resolves with the exit code; null when the signal killed the process. */
  end(signal: NodeJS.Signals): Promise<number | null>
  ended: Promise<number | null>
}

/** How the product is started. */
export interface ServerStart {
  env: Record<string, string>
  /** Default: a free port. */
  port?: number
  /** Arguments for Node. Default: the compiled server. */
  program?: string[]
}

/** The compiled server, as in an installation, so that start times contain no compilation. */
const builtServer = fileURLToPath(new URL('../dist/main.js', import.meta.url))

/** Preloaded, so that an interrupted test run leaves no server behind. */
const endWithParent = ['--import', new URL('../../scripts/end-with-parent.mjs', import.meta.url).href]

/** Starts the product with `env` only, without the environment of the test run. */
export async function startServerProcess({
  env,
  program = [builtServer],
  ...options
}: ServerStart): Promise<ServerProcess> {
  const port = options.port ?? (await freePort())
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...endWithParent, ...program], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.channel?.unref()
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => output.push(line))
  }
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const origin = `http://127.0.0.1:${port}`
  return {
    pid: child.pid ?? 0,
    origin,
    output,
    ended,
    async ready() {
      while (isRunning()) {
        if ((await answers(`${origin}/readyz`)) || output.some((l) => l.includes('is ready at')))
          return performance.now() - startedAt
        await pause(20)
      }
      await ended
      throw new Error(`The server ended with code ${child.exitCode}. It said: ${output.join('\n')}`)
    },
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.ok,
    () => false,
  )
