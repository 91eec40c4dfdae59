import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, isRunning, prepareCluster, type Say, superuser } from './embedded-postgres-cluster'
import { type Postmaster, runningPostmaster, spawnPostmaster, stopPostmaster } from './embedded-postgres-process'
import { StartRefused } from './start-refused'

/** The server's own PostgreSQL while it runs. */
export type EmbeddedPostgres = {
  /** For the product: owner of its database, no superuser. */
  url: string
  /** For making and dropping databases: superuser, database `postgres`. */
  adminUrl: string
  port: number
  /** Shuts the database down and waits until it has; unless it is another process's (`shared`). */
  stop(): Promise<void>
  /** Called once when the database has ended and could not be started again. */
  onExit(listener: (reason: Error) => void): void
}

/** Where the database lies, and how it is run. */
export type EmbeddedPostgresOptions = {
  directory: string
  /** Gets plain sentences about what was found and done. */
  log: Say
  /** Default: a free one. */
  port?: number
  /** False (tests only) trades the safety of every write for speed. */
  durable?: boolean
  /** Use the database of a server that already runs on the directory rather than refuse: for commands. */
  shared?: boolean
  /** Breaks the start off: what it has begun is ended, and its reason thrown. */
  signal?: AbortSignal | undefined
}

const product = 'lintel'
const attempts = 5

/**
 * Starts PostgreSQL on `directory`, made on the first time, and keeps it running: one that an earlier run has left
 * behind is taken over, one that crashes is started again on the same port.
 * @throws StartRefused when another server uses the directory, or PostgreSQL cannot run here
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { directory, log, port, durable = true, shared = false, signal } = options
  const cluster = await prepareCluster(directory, { durable, say: log, signal })
  const { postmaster, guard } = await launch(cluster, log, port, signal)
  const owned = await takePossession(guard, cluster, shared)
  if (owned) await makeDatabase(guard, cluster)
  const keeper = owned ? keep(cluster, postmaster, guard, log) : { stop: () => guard.end(), onExit: () => undefined }
  const address = `${cluster.password}@127.0.0.1:${postmaster.port}`
  return {
    url: `postgres://${product}:${address}/${product}`,
    adminUrl: `postgres://${superuser}:${address}/postgres`,
    port: postmaster.port,
    ...keeper,
  }
}

/** A PostgreSQL that answers on this cluster, found or started, and a connection to it. */
async function launch(
  cluster: Cluster,
  say: Say,
  wantedPort: number | undefined,
  signal?: AbortSignal,
): Promise<{ postmaster: Postmaster; guard: pg.Client }> {
  let reason = ''
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const found = runningPostmaster(cluster, say)
    if (found) {
      const guard = await connect(cluster, found, say, signal)
      if (guard && (wantedPort ?? found.port) === found.port) return { postmaster: found, guard }
      if (guard && (await isOurs(guard))) await stopPostmaster(cluster, found)
      else if (guard) return { postmaster: found, guard } // somebody's: the caller will refuse
      continue
    }
    const port = wantedPort ?? (await freePort())
    const { child, sinceStart } = spawnPostmaster(cluster, port)
    if (child.pid) {
      const postmaster = { pid: child.pid, port }
      const guard = await connect(cluster, postmaster, say, signal).catch(async (error) => {
        // Nobody else knows of it: it would run for ever.
        await stopPostmaster(cluster, postmaster)
        throw error
      })
      if (guard) return { postmaster, guard }
    }
    // Most often: another server was faster, the port was taken meanwhile, or a crashed one's processes still end.
    reason = sinceStart().trim()
    await sleep(attempt * 200)
  }
  throw new Error(`The database in ${cluster.data} did not start. It said:\n${reason}`)
}

/** A connection as soon as PostgreSQL accepts one; undefined when its process ends before. */
async function connect(
  cluster: Cluster,
  { pid, port }: Postmaster,
  say: Say,
  signal?: AbortSignal,
): Promise<pg.Client | undefined> {
  let silentSince = performance.now()
  let recovering = false
  while (isRunning(pid)) {
    signal?.throwIfAborted()
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: superuser,
      password: cluster.password,
      database: 'postgres',
      application_name: 'lintel server',
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    })
    client.on('error', () => undefined) // its end is what counts
    try {
      await client.connect()
      return client
    } catch (error) {
      client.end().catch(() => undefined)
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      if (code === '28P01') {
        throw new StartRefused(
          `The database in ${cluster.data} does not accept the password kept in ${cluster.directory}/password.`,
        )
      }
      const waited = performance.now() - silentSince
      if (code === '57P03')
        silentSince = performance.now() // it says that it is not ready yet
      else if (waited > 30_000) {
        throw new StartRefused(
          `The database process ${pid} in ${cluster.data} does not answer: end it, then start again.`,
        )
      }
      if (code === '57P03' && !recovering && waited > 1_000) {
        recovering = true
        say('The database was not shut down last time; it is being recovered.')
      }
      await sleep(20)
    }
  }
  return undefined
}

/**
 * The right to use the directory is a lock that a session holds inside the database: it ends with our process however
 * that ends, so nothing stale can be left, and no two servers can hold it.
 */
async function isOurs(guard: pg.Client): Promise<boolean> {
  const { rows } = await guard.query<{ ours: boolean }>(
    `select pg_try_advisory_lock(hashtext('lintel server')) as ours`,
  )
  return rows[0]?.ours === true
}

async function takePossession(guard: pg.Client, cluster: Cluster, shared: boolean): Promise<boolean> {
  // A server that was killed a moment ago still has its session for an instant.
  for (let attempt = 0; attempt < 10; attempt++) {
    if (await isOurs(guard)) return true
    if (shared) return false
    await sleep(100)
  }
  await guard.end()
  throw new StartRefused(
    `Another Lintel server already uses the database in ${cluster.directory}: stop that one first, or set DATA_DIR to another directory.`,
  )
}

async function makeDatabase(guard: pg.Client, { password }: Cluster): Promise<void> {
  const { rows } = await guard.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $1) as database`,
    [product],
  )
  if (!rows[0]?.role) await guard.query(`create role ${product} login password ${guard.escapeLiteral(password)}`)
  if (!rows[0]?.database) await guard.query(`create database ${product} owner ${product}`)
}

/** Stands by the database: starts it again when it ends by itself, ends it when asked. */
function keep(cluster: Cluster, first: Postmaster, firstGuard: pg.Client, say: Say) {
  const listeners: ((reason: Error) => void)[] = []
  let postmaster = first
  let guard = firstGuard
  let stopping: Promise<void> | undefined
  let restarting: Promise<void> = Promise.resolve()

  const restart = async () => {
    if (stopping) return
    say('The database has ended unexpectedly; it is started again.')
    try {
      const again = await launch(cluster, say, postmaster.port)
      postmaster = again.postmaster
      guard = again.guard
      await takePossession(guard, cluster, false)
      watch()
    } catch (error) {
      for (const listener of listeners) listener(error instanceof Error ? error : new Error(String(error)))
    }
  }
  const watch = () =>
    guard.once('end', () => {
      restarting = restart()
    })
  watch()

  return {
    stop() {
      stopping ??= (async () => {
        await restarting
        await guard.end().catch(() => undefined)
        await stopPostmaster(cluster, postmaster)
      })()
      return stopping
    },
    onExit(listener: (reason: Error) => void) {
      listeners.push(listener)
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('There is no free port')),
      )
    })
  })
}
