// Whether the time of an answer tells if somebody has an account: signing in with a wrong password, and asking for a code.
import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { bearerOf, createProductSandbox } from './product-sandbox'
import { report } from './report'
import { areaUnderCurve } from './statistics'

/** Of each kind, known and unknown; fewer only to see that it runs. */
const samples = Number(process.env.LINTEL_BENCH_SAMPLES ?? 200)
/** Wrong passwords an account gets here: below the number that makes it wait (security B1). */
const attemptsPerAccount = 4
/** What an answer leaves to be done, a mail perhaps, is done before the next one is timed. */
const pauseMs = 40

const sandbox = createProductSandbox()
const product = await sandbox.start()
try {
  await product.ready()
  const known = await findKnownAccounts(Math.ceil(samples / attemptsPerAccount))
  const unknown = known.map(() => `nobody-${randomBytes(6).toString('hex')}@nowhere.example`)
  const wrong = { password: 'not the password of anybody' }
  const endpoints = [
    { id: 'login', operation: 'signing in with a wrong password', path: '/auth/v1/login', more: wrong },
    { id: 'reset-request', operation: 'asking for a code', path: '/auth/v1/change-password/request', more: {} },
  ]
  const rows = []
  for (const { id, operation, path, more } of endpoints) {
    const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    // Connections, plans and caches are warm before anything counts.
    for (let round = 0; round < 20; round++) await measureRequest(path, { username: `warm-${round}@nowhere.example`, ...more })
    for (let sample = 0; sample < samples; sample++) {
      const pair = (['known', 'unknown'] as const).toSorted(() => randomInt(2) - 0.5)
      for (const kind of pair) {
        const username = (kind === 'known' ? known : unknown)[sample % known.length]
        took[kind].push(await measureRequest(path, { username, ...more }))
        await pause(pauseMs)
      }
    }
    const area = areaUnderCurve(took.known, took.unknown)
    rows.push({
      id: `enumeration-${id}`,
      operation: `${operation}: how well its time tells an account from none (ROC AUC, ${samples} of each)`,
      unit: 'AUC',
      ours: area,
      limit: 0.5,
      ratio: area / 0.5,
      target: 1.2,
      met: area <= 0.6,
    })
  }
  report(rows)
} finally {
  await product.end('SIGTERM')
  sandbox.remove()
}

/** Milliseconds until the whole answer is there. */
async function measureRequest(path: string, body: object): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(`${product.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  if (answer.status !== 401 && answer.status !== 202) throw new Error(`${path} answered ${answer.status}`)
  return performance.now() - begun
}

/** So many people of the demo world who can sign in. */
async function findKnownAccounts(count: number): Promise<string[]> {
  const headers = await bearerOf(product.origin, 'astrid@nordbygg.example')
  const answer = await fetch(`${product.origin}/mgw/api/v3/users?page[size]=200&sort=email`, { headers })
  const { data } = (await answer.json()) as {
    data: {
      id: string
      attributes: { inactive: boolean; isDeleted: boolean; guest: boolean; allowedProviders: string[] }
    }[]
  }
  const able = data.filter(({ attributes: { inactive, isDeleted, guest, allowedProviders } }) => {
    return !inactive && !isDeleted && !guest && allowedProviders.length === 0
  })
  if (able.length < count) throw new Error(`Only ${able.length} people can sign in`)
  return able.slice(0, count).map(({ id }) => id)
}
