// Sign-in of sixteen people at once: the machine time of each beyond hashing, and the effect on everybody else.
import { availableParallelism } from 'node:os'
import { demoPassword } from '../server/demo/credentials'
import { namedPeople } from '../server/demo/named-people'
import { type LoadResult, load, runMeasurement } from './load'
import type { Probe, ProbeResult } from './probe-process'
import { bearerOf, createProductSandbox } from './product-sandbox'
import { report } from './report'
import { median } from './statistics'
import type { VerifyResult } from './verify-process'

const rounds = 5
const seconds = 6
const connections = 16
/** Maximum machine time of a sign-in beyond the hash, in milliseconds. */
const maxOverheadMs = 6

const sandbox = createProductSandbox()
const product = await sandbox.start()
try {
  await product.ready()
  const bearer = await bearerOf(product.origin, 'mei@nordbygg.example')
  const probe = (): Promise<ProbeResult> => {
    const request: Probe = { url: `${product.origin}/mgw/api/v3/users/me`, headers: bearer, seconds, everyMs: 10 }
    return runMeasurement<ProbeResult>('probe-process.ts', request)
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
    // The other requests start after the sign-ins and end before them.
    const [{ p99 }] = await Promise.all([probe(), signIn(seconds + 4)])
    meanwhile.push(p99)
  }
  const ratio = (ours: number[], limit: number[]) =>
    median(ours.map((value, round) => value / (limit[round] ?? Number.NaN)))
  /** Time of all cores for one sign-in, in milliseconds. */
  const machineTime = (perSecond: number) => (availableParallelism() * 1_000) / perSecond
  const overheadMs = median(signedIn.map((rate, round) => machineTime(rate) - machineTime(alone[round] ?? Number.NaN)))
  const hashMs = median(alone.map(machineTime))
  const delayRatio = ratio(meanwhile, idle)
  report([
    {
      id: 'login',
      operation: `time of the machine for a sign-in beside its hash, with ${connections} people at once; the limit is the hash`,
      unit: 'ms',
      ours: overheadMs,
      limit: hashMs,
      ratio: overheadMs / hashMs,
      target: maxOverheadMs,
      met: overheadMs <= maxOverheadMs,
    },
    {
      id: 'login-others',
      operation: '99th percentile of users/me while they sign in, against nobody signing in',
      unit: 'ms',
      ours: median(meanwhile),
      limit: median(idle),
      ratio: delayRatio,
      target: 2,
      met: delayRatio <= 2,
    },
  ])

  /** As many demo users as sign in at once, each with an accepted password. */
  async function findAccounts(): Promise<string[]> {
    const accounts: string[] = []
    for (const { email } of namedPeople) {
      const authorization = await bearerOf(product.origin, email).catch(() => undefined)
      if (authorization) accounts.push(email)
      if (accounts.length === connections) return accounts
    }
    return accounts
  }
} finally {
  await product.end('SIGTERM')
  sandbox.remove()
}
