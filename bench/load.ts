import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

const autocannon = createRequire(import.meta.url).resolve('autocannon')

/** What to ask, how many at once, for how many seconds. */
export interface Load {
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
  method?: 'GET' | 'POST'
  body?: string
  /** Requests a second in all; default as many as are answered. */
  rate?: number
}

/** How it was answered. */
export interface LoadResult {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  answers: number
  /** Answers other than 2xx, and connections that broke. */
  failures: number
}

/** Puts load on a server from a process of its own (autocannon), so that the one who measures costs the measured nothing. */
export function load({
  url,
  connections,
  seconds,
  headers = {},
  method = 'GET',
  body,
  rate,
}: Load): Promise<LoadResult> {
  const args = [
    autocannon,
    ...['--json', '--no-progress', '--connections', String(connections), '--duration', String(seconds)],
    ...['--method', method],
    ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
    ...(body === undefined ? [] : ['--body', body]),
    ...(rate === undefined ? [] : ['--overallRate', String(rate)]),
    url,
  ]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code !== 0) return reject(new Error(`autocannon ended with code ${code}`))
      resolve(resultOf(output))
    })
  })
}

function resultOf(output: string): LoadResult {
  const { latency, non2xx, errors, timeouts, duration, '2xx': good } = JSON.parse(output)
  return {
    perSecond: good / duration,
    p50: latency.p50,
    p99: latency.p99,
    answers: good,
    failures: non2xx + errors + timeouts,
  }
}
