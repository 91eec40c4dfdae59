import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What to ask, how many at once, for how many seconds. */
export interface Load {
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
  /** Who asks: each connection its own, in turns when there are fewer. */
  bearers?: { authorization: string }[]
  /** Posted instead of getting: each connection its own, in turns when there are fewer. */
  bodies?: string[]
}

/** How it was answered; times in milliseconds. */
export interface LoadResult {
  perSecond: number
  p99: number
  answers: number
  /** Answers other than 2xx, and connections that broke. */
  failures: number
}

/** Puts load on a server from a process of its own, so that the one who measures costs the measured nothing. */
export const load = (options: Load): Promise<LoadResult> => runMeasurement<LoadResult>('load-process.ts', options)

/** Runs a measuring program of this folder in a process of its own and gives the JSON that it prints. */
export const runMeasurement = <Result>(program: string, options: object): Promise<Result> =>
  spawnProgram<Result>(program, options).result

/** What measures until it is told that the time is over. */
export interface RunningMeasurement<Result> {
  end(): Promise<Result>
}

/** The same, of a program that prints an empty line once it measures, and its JSON when its input is closed. Resolves with that line. */
export async function startMeasurement<Result>(program: string, options: object): Promise<RunningMeasurement<Result>> {
  const { input, begun: started, result } = spawnProgram<Result>(program, options)
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
  return { input: child.stdin, begun: started, result }
}
