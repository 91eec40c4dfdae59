import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The requests, the number of connections and the duration in seconds. */
export interface Load {
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
  /** Authorization headers: one per connection, reused cyclically. */
  bearers?: { authorization: string }[]
  /** Bodies to POST instead of GET: one per connection, reused cyclically. */
  bodies?: string[]
}

/** The result; times in milliseconds. */
export interface LoadResult {
  perSecond: number
  p99: number
  answers: number
  /** Responses other than 2xx, and broken connections. */
  failures: number
}

/** Puts load on a server from a separate process, so that measuring does not slow down what is measured. */
export const load = (options: Load): Promise<LoadResult> => runMeasurement<LoadResult>('load-process.ts', options)

/** Runs a measuring program of this folder in a separate process and returns the JSON that it prints. */
export const runMeasurement = <Result>(program: string, options: object): Promise<Result> =>
  spawnProgram<Result>(program, options).result

/** A measurement that runs until it is ended. */
export interface RunningMeasurement<Result> {
  end(): Promise<Result>
}

/**
 * Like `runMeasurement`, for a program that prints an empty line once it measures, and its JSON when its input is closed. Resolves at that line.
 */
export async function startMeasurement<Result>(program: string, options: object): Promise<RunningMeasurement<Result>> {
  const { input, started, result } = spawnProgram<Result>(program, options)
  await Promise.race([started, result])
  return {
    end() {
      input.end()
      return result
    },
  }
}

function spawnProgram<Result>(program: string, options: object) {
  const file = fileURLToPath(new URL(program, import.meta.url))
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const started = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
  const result = new Promise<Result>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`${program} ended with code ${code}`)),
    )
  })
  return { input: child.stdin, started, result }
}
