import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The built product, running with a demo world of its own. */
export type ProductServer = {
  url: string
  /** Where it keeps its data; mails lie in `outbox` below it. */
  directory: string
  /** Its database, for what a test cannot wait for: time that has passed. */
  database: pg.ClientConfig
  /** Ends it as an operator would, and forgets its data. */
  stop(): Promise<void>
}

const patienceMs = 180_000

/** Starts `server/dist/main.js` on a free port. With `DATABASE_URL` it gets a database of its own on that server. */
export async function startProduct(environment: Record<string, string> = {}): Promise<ProductServer> {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-e2e-'))
  const database = await ownDatabase()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(
    process.execPath,
    ['--import', path('../scripts/end-with-parent.mjs').href, path('../server/dist/main.js').pathname],
    {
      env: {
        ...process.env,
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: directory,
        LOG_LEVEL: 'warn',
        ...database.environment,
        ...environment,
      },
      // The channel ends the server should this process be killed.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const stop = async () => {
    await ended(child)
    await database.drop()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    await isReady(url, child)
  } catch (error) {
    await stop()
    throw new Error(`The product did not start. It said:\n${said}`, { cause: error })
  }
  return { url, directory, database: database.reached(directory), stop }
}

const path = (relative: string) => new URL(relative, import.meta.url)

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

async function isReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`It ended with code ${child.exitCode}.`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`It was not ready within ${patienceMs / 1000} s.`)
}

interface OwnDatabase {
  environment: Record<string, string>
  /** How to reach it, once the server runs on its directory. */
  reached(directory: string): pg.ClientConfig
  drop(): Promise<void>
}

async function ownDatabase(): Promise<OwnDatabase> {
  const given = process.env.DATABASE_URL
  if (!given) return { environment: {}, reached: embeddedIn, drop: async () => undefined }
  const name = `lintel_e2e_${process.pid}_${Date.now()}`
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: given })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await onServer(`create database ${name} template template0 encoding 'UTF8'`)
  const own = new URL(given)
  own.pathname = `/${name}`
  return {
    environment: { DATABASE_URL: own.href },
    reached: () => ({ connectionString: own.href }),
    drop: () => onServer(`drop database ${name} with (force)`),
  }
}

/** The embedded database says in its directory where it listens (line four of its pid file), and how to get in. */
function embeddedIn(directory: string): pg.ClientConfig {
  const kept = (name: string) => readFileSync(join(directory, 'postgres', name), 'utf8')
  return {
    host: '127.0.0.1',
    port: Number(kept('cluster/postmaster.pid').split('\n')[3]),
    user: 'postgres',
    password: kept('password').trim(),
    database: 'lintel',
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('There is no free port')),
      )
    })
  })
}
