// Monday morning in an office: five hundred people behind one IP address sign in and work, under the product's own rate limits, while one of them
// guesses passwords. Compared with the same morning without guesses.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demoPassword } from '../server/demo/credentials'
import { closeDatabase, openDatabase } from '../server/src/platform/database'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres'
import { addOffice, type OfficeWorker } from '../server/test/add-office'
import { createProductSandbox } from './product-sandbox'
import { report } from './report'

const people = 500
/** People who are active at the same moment. */
const concurrency = 16
const callsPerPerson = 3
/** Ten passwords per second: the rate of one program that waits for each response over some distance. */
const guessIntervalMs = 100

const undisturbed = await measurePeoplePerSecond(false)
const underAttack = await measurePeoplePerSecond(true)
report([
  {
    id: 'office',
    operation: `${people} people behind one address sign in and work while one guesses, against nobody guessing; none refused`,
    unit: 'people/s',
    ours: underAttack,
    limit: undisturbed,
    ratio: underAttack / undisturbed,
    target: 0.8,
    met: underAttack / undisturbed >= 0.8,
  },
])

/** One morning with a separate instance of the product; fails if anybody but the attacker is rejected. */
async function measurePeoplePerSecond(isUnderAttack: boolean): Promise<number> {
  const sandbox = createProductSandbox({}, {})
  const product = await sandbox.start()
  try {
    await product.ready()
    const workers = await addOfficeTo(join(sandbox.directory, 'postgres'))
    const post = (username: string, password: string, browser: string | null) =>
      fetch(`${product.origin}/auth/v1/login`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-requested-with': 'lintel-web',
          ...(browser !== null && { cookie: `lintel-browser=${browser}` }),
        },
        body: JSON.stringify({ username, password }),
      })
    const work = async ({ email, browser }: OfficeWorker) => {
      let signedIn = await post(email, demoPassword, browser)
      // A busy machine rejects hashes and says when to retry, which everybody's page does automatically.
      while (signedIn.status === 503) {
        await pause(Number(signedIn.headers.get('retry-after')) * 1_000)
        signedIn = await post(email, demoPassword, browser)
      }
      if (!signedIn.ok) throw new Error(`${email} could not sign in (${signedIn.status})`)
      const { idToken } = (await signedIn.json()) as { idToken: string }
      for (let call = 0; call < callsPerPerson; call++) {
        const headers = { authorization: `Bearer ${idToken}` }
        const response = await fetch(`${product.origin}/mgw/api/v3/users/me`, { headers })
        if (!response.ok) throw new Error(`${email} could not work (${response.status})`)
        await response.text()
      }
    }
    const guess = async ({ email }: OfficeWorker) => (await post(email, 'a wrong password', null)).status
    if (isUnderAttack) for (const worker of workers.slice(0, 30)) await guess(worker)

    let isMorning = true
    const guessing = (async () => {
      const statuses = new Set<number>()
      for (let turn = 0; isMorning && isUnderAttack; turn++) {
        const worker = workers.at(-1 - (turn % 5))
        if (worker) statuses.add(await guess(worker))
        await pause(guessIntervalMs)
      }
      return statuses
    })()
    const startedAt = performance.now()
    const left = [...workers]
    const desk = async () => {
      for (let worker = left.shift(); worker; worker = left.shift()) await work(worker)
    }
    await Promise.all(Array.from({ length: concurrency }, desk)).finally(() => {
      isMorning = false
    })
    const seconds = (performance.now() - startedAt) / 1_000
    const statuses = await guessing
    if (isUnderAttack && (statuses.size !== 1 || !statuses.has(429))) throw new Error('Who guesses was not held off')
    return people / seconds
  } finally {
    await product.end('SIGTERM')
    sandbox.remove()
  }
}

/** Adds the people of the office to the database of a running product. */
async function addOfficeTo(directory: string): Promise<OfficeWorker[]> {
  const { url, stop } = await startEmbeddedPostgres({ directory, log: () => undefined, shared: true })
  const db = openDatabase({ url })
  try {
    return await addOffice(db, { people, newBrowsers: 0 })
  } finally {
    await closeDatabase(db)
    await stop()
  }
}
