// Signing in, sixteen people at once: what the machine does for each beside hashing, and what it does to everybody else.
import { availableParallelism } from 'node:os'
import { namedPeople } from '../server/demo/named-people'
import { demoPassword } from '../server/demo/credentials'
import { type LoadResult, load, runMeasurement } from './load'
import type { Probe, ProbeResult } from './probe-process'
import { bearerOf, createProductSandbox } from './product-sandbox'
import { report } from './report'
import { median } from './statistics'
import type { VerifyResult } from './verify-process'

const rounds = 5
const seconds = 6
const connections = 16
/** Milliseconds beside the hash that a sign-in may take of the machine. */
const maxOverheadMs = 6

const sandbox = createProductSandbox()
const product = await sandbox.start()
try {
  await product.ready()
  const bearer = await bearerOf(product.origin, 'mei@nordbygg.example')
  const probe = (): Promise<ProbeResult> => {
    const asked: Probe = { url: `${product.origin}/mgw/api/v3/users/me`, headers: bearer, seconds, everyMs: 10 }
    return runMeasurement<ProbeResult>('probe-process.ts', asked)
  }
  const signIn = (whileSeconds: number): Promise<LoadResult> =>
    load({
      url: `${product.origin}/auth/v1/login`,
      connections,
      seconds: whileSeconds,
      headers: { 'content-type': 'application/json' },
      bodies: people.map((username) => JSON.stringify({ username, password: demoPassword })),
    })
  const people = await findAccounts()
  await signIn(2)

  const alone: number[] = []
  const signedIn: number[] = []
  const idle: number[] = []
  const meanwhile: number[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push((await runMeasurement<VerifyResult>('verify-process.ts', { seconds, waiting: connections })).perSecond)
    const { perSecond, failures } = await signIn(seconds)
    if (failures > 0) throw new Error(`${failures} people could not sign in`)
    signedIn.push(perSecond)
    idle.push((await probe()).p99)
    // The others ask while people sign in: they begin after, and end before.
    const [{ p99 }] = await Promise.all([probe(), signIn(seconds + 4)])
    meanwhile.push(p99)
  }
  const ratio = (ours: number[], limit: number[]) =>
    median(ours.map((value, round) => value / (limit[round] ?? Number.NaN)))
  /** Time of all cores for one of them, in milliseconds. */
  const machineTime = (perSecond: number) => (availableParallelism() * 1_000) / perSecond
  const beside = median(signedIn.map((rate, round) => machineTime(rate) - machineTime(alone[round] ?? Number.NaN)))
  const hash = median(alone.map(machineTime))
  const delay = ratio(meanwhile, idle)
  report([
    {
      id: 'login',
      operation: `time of the machine for a sign-in beside its hash, with ${connections} people at once; the limit is the hash`,
      unit: 'ms',
      ours: beside,
      limit: hash,
      ratio: beside / hash,
      target: maxOverheadMs,
      met: beside <= maxOverheadMs,
    },
    {
      id: 'login-others',
      operation: '99th percentile of users/me while they sign in, against nobody signing in',
      unit: 'ms',
      ours: median(meanwhile),
      limit: median(idle),
      ratio: delay,
      target: 2,
      met: delay <= 2,
    },
  ])

  /** As many people of the demo world as sign in at once, each with a password that is accepted. */
  async function findAccounts(): Promise<string[]> {
    const able: string[] = []
    for (const { email } of namedPeople) {
      const ableToo = await bearerOf(product.origin, email).catch(() => undefined)
      if (ableToo) able.push(email)
      if (able.length === connections) return able
    }
    return able
  }
} finally {
  await product.end('SIGTERM')
  sandbox.remove()
}
