// Whether response times reveal that an account exists: signing in with a wrong password, also one of the form of a copied link's
// secret, and requesting a code.
import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { bearerOf, createProductSandbox } from './product-sandbox'
import { report } from './report'
import { areaUnderCurve } from './statistics'

/** Samples of each kind, known and unknown; reduce only for a trial run. */
const samples = Number(process.env.LINTEL_BENCH_SAMPLES ?? 200)
/** Wrong passwords per account: below the number that causes a delay (security B1). */
const attemptsPerAccount = 4
/** Pause before the next measurement, so that work left by a response, such as a mail, is done. */
const pauseMs = 40

const sandbox = createProductSandbox()
const product = await sandbox.start()
try {
  await product.ready()
  const wrong = { password: 'not the password of anybody' }
  const secret = { password: 'A'.repeat(43) }
  const endpoints = [
    { id: 'login', operation: 'signing in with a wrong password', path: '/auth/v1/login', more: wrong },
    { id: 'login-link', operation: 'signing in with a wrong secret of a link', path: '/auth/v1/login', more: secret },
    { id: 'reset-request', operation: 'asking for a code', path: '/auth/v1/change-password/request', more: {} },
  ]
  const accountsPerEndpoint = Math.ceil(samples / attemptsPerAccount)
  const accounts = await findKnownAccounts(accountsPerEndpoint * endpoints.length)
  const rows = []
  for (const { id, operation, path, more: fields } of endpoints) {
    const known = accounts.splice(0, accountsPerEndpoint)
    const unknown = known.map(() => `nobody-${randomBytes(6).toString('hex')}@nowhere.example`)
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    // Warms up connections, plans and caches.
    for (let round = 0; round < 20; round++)
      await measureRequest(path, { username: `warm-${round}@nowhere.example`, ...fields })
    for (let sample = 0; sample < samples; sample++) {
      const pair = (['known', 'unknown'] as const).toSorted(() => randomInt(2) - 0.5)
      for (const kind of pair) {
        const username = (kind === 'known' ? known : unknown)[sample % known.length]
        times[kind].push(await measureRequest(path, { username, ...fields }))
        await pause(pauseMs)
      }
    }
    const area = areaUnderCurve(times.known, times.unknown)
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

/** Milliseconds until the whole response has arrived. */
async function measureRequest(path: string, body: object): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(`${product.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  if (response.status !== 401 && response.status !== 202) throw new Error(`${path} answered ${response.status}`)
  return performance.now() - startedAt
}

/** Returns `count` demo users who can sign in. */
async function findKnownAccounts(count: number): Promise<string[]> {
  const headers = await bearerOf(product.origin, 'astrid@nordbygg.example')
  const response = await fetch(`${product.origin}/mgw/api/v3/users?page[size]=200&sort=email`, { headers })
  const { data } = (await response.json()) as {
    data: {
      id: string
      attributes: { inactive: boolean; isDeleted: boolean; guest: boolean; allowedProviders: string[] }
    }[]
  }
  const accounts = data.filter(({ attributes: { inactive, isDeleted, guest, allowedProviders } }) => {
    return !inactive && !isDeleted && !guest && allowedProviders.length === 0
  })
  if (accounts.length < count) throw new Error(`Only ${accounts.length} people can sign in`)
  return accounts.slice(0, count).map(({ id }) => id)
}
