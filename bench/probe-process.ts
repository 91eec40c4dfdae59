// Sends a cheap request at a steady interval and prints the response times. Usage: probe-process PROBE (as JSON)
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from './statistics'

/** One request every `everyMs` milliseconds, for `seconds`, or without it until the input is closed. */
export interface Probe {
  url: string
  headers: Record<string, string>
  seconds?: number
  everyMs: number
}

/** Response times in milliseconds. */
export interface ProbeResult {
  p50: number
  p99: number
}

const { url, headers, seconds, everyMs }: Probe = JSON.parse(process.argv[2] ?? '')
const agent = new Agent({ keepAlive: true })

/** Milliseconds from the request to the complete response. */
const measureRequest = () =>
  new Promise<number>((resolve, reject) => {
    const startedAt = performance.now()
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`Answered ${response.statusCode}`))
      response.resume().on('end', () => resolve(performance.now() - startedAt))
    }).on('error', reject)
  })

for (let warming = 0; warming < 50; warming++) await measureRequest()
let isOver = false
if (seconds === undefined) {
  process.stdin.resume().on('end', () => {
    isOver = true
  })
  // Signals that measuring starts.
  process.stdout.write('\n')
}
const end = seconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + seconds * 1_000
const durations: number[] = []
while (!isOver && performance.now() < end) {
  durations.push(await measureRequest())
  await pause(everyMs)
}
agent.destroy()
const output: ProbeResult = { p50: percentile(durations, 50), p99: percentile(durations, 99) }
process.stdout.write(JSON.stringify(output))
