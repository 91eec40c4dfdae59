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
export const load = (asked: Load): Promise<LoadResult> => measuredBy<LoadResult>('load-process.ts', asked)

/** Runs a measuring program of this folder in a process of its own and gives the JSON that it prints. */
export function measuredBy<Result>(program: string, asked: object): Promise<Result> {
  const file = fileURLToPath(new URL(program, import.meta.url))
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file, JSON.stringify(asked)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`${program} ended with code ${code}`)),
    )
  })
}
