import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, isRunning, type Print, prepareCluster, superuser } from './embedded-postgres-cluster'
import { type Postmaster, runningPostmaster, spawnPostmaster, stopPostmaster } from './embedded-postgres-process'
import { StartRefused } from './start-refused'

/** The embedded PostgreSQL while it runs. */
export type EmbeddedPostgres = {
  /** For the application: owner of its database, not a superuser. */
  url: string
  /** For creating and dropping databases: superuser, database `postgres`. */
  adminUrl: string
  port: number
  /** Stops the database and waits for it; with `shared`, only disconnects. */
  stop(): Promise<void>
  /** Called once when the database ended and could not be restarted. */
  onExit(listener: (reason: Error) => void): void
}

/** Options of {@link startEmbeddedPostgres}. */
export type EmbeddedPostgresOptions = {
  directory: string
  /** Prints messages about what was found and done. */
  log: Print
  /** Default: a free port. */
  port?: number
  /** False (tests only) trades crash safety for speed. */
  durable?: boolean
  /** Use the database of a server that already runs on the directory instead of refusing; for commands. */
  shared?: boolean
  /** Aborts the start: stops what was started and throws the reason of the signal. */
  signal?: AbortSignal | undefined
}

const product = 'lintel'
const attempts = 5

/**
 * Starts PostgreSQL on `directory`, initialises it the first time, and keeps it running: takes over one left by an
 * earlier run, and restarts a crashed one on the same port.
 * @throws StartRefused when another server uses the directory, or PostgreSQL cannot run here
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { directory, log, port, durable = true, shared = false, signal } = options
  const cluster = await prepareCluster(directory, { durable, print: log, signal })
  const { postmaster, lockClient } = await launch(cluster, log, port, signal)
  const owned = await acquireOwnership(lockClient, cluster, shared)
  if (owned) await createDatabase(lockClient, cluster)
  const supervisor = owned
    ? supervise(cluster, postmaster, lockClient, log)
    : { stop: () => lockClient.end(), onExit: () => undefined }
  const address = `${cluster.password}@127.0.0.1:${postmaster.port}`
  return {
    url: `postgres://${product}:${address}/${product}`,
    adminUrl: `postgres://${superuser}:${address}/postgres`,
    port: postmaster.port,
    ...supervisor,
  }
}

/** Finds or starts the PostgreSQL of this cluster and connects to it. */
async function launch(
  cluster: Cluster,
  print: Print,
  requestedPort: number | undefined,
  signal?: AbortSignal,
): Promise<{ postmaster: Postmaster; lockClient: pg.Client }> {
  let reason = ''
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const running = runningPostmaster(cluster, print)
    if (running) {
      const lockClient = await connect(cluster, running, print, signal)
      if (lockClient && (requestedPort ?? running.port) === running.port) return { postmaster: running, lockClient }
      if (lockClient && (await tryLock(lockClient))) await stopPostmaster(cluster, running)
      else if (lockClient) return { postmaster: running, lockClient } // used by another server: the caller will refuse
      continue
    }
    const port = requestedPort ?? (await freePort())
    const { child, sinceStart } = spawnPostmaster(cluster, port)
    if (child.pid) {
      const postmaster = { pid: child.pid, port }
      const lockClient = await connect(cluster, postmaster, print, signal).catch(async (error) => {
        // Stop it, because nothing else would.
        await stopPostmaster(cluster, postmaster)
        throw error
      })
      if (lockClient) return { postmaster, lockClient }
    }
    // Usual causes: another server was faster, the port was taken meanwhile, or processes of a crashed one are still
    // ending.
    reason = sinceStart().trim()
    await sleep(attempt * 200)
  }
  throw new Error(`The database in ${cluster.data} did not start. It said:\n${reason}`)
}

/** Connects as soon as PostgreSQL accepts connections; undefined if its process ends before. */
async function connect(
  cluster: Cluster,
  { pid, port }: Postmaster,
  print: Print,
  signal?: AbortSignal,
): Promise<pg.Client | undefined> {
  let unreadySince = performance.now()
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
    client.on('error', () => undefined) // the 'end' event is handled instead
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
      const waited = performance.now() - unreadySince
      if (code === '57P03')
        unreadySince = performance.now() // it reports that it is not ready yet
      else if (waited > 30_000) {
        throw new StartRefused(
          `The database process ${pid} in ${cluster.data} does not answer: end it, then start again.`,
        )
      }
      if (code === '57P03' && !recovering && waited > 1_000) {
        recovering = true
        print('The database was not shut down last time; it is being recovered.')
      }
      await sleep(20)
    }
  }
  return undefined
}

/**
 * The directory is locked by a session-level advisory lock in the database itself: it ends with our process in every
 * case, so it cannot become stale.
 */
async function tryLock(lockClient: pg.Client): Promise<boolean> {
  const { rows } = await lockClient.query<{ acquired: boolean }>(
    `select pg_try_advisory_lock(hashtext('lintel server')) as acquired`,
  )
  return rows[0]?.acquired === true
}

async function acquireOwnership(lockClient: pg.Client, cluster: Cluster, shared: boolean): Promise<boolean> {
  // The session of a server that was just killed may still exist.
  for (let attempt = 0; attempt < 10; attempt++) {
    if (await tryLock(lockClient)) return true
    if (shared) return false
    await sleep(100)
  }
  await lockClient.end()
  throw new StartRefused(
    `Another Lintel server already uses the database in ${cluster.directory}: stop that one first, or set DATA_DIR to another directory.`,
  )
}

async function createDatabase(lockClient: pg.Client, { password }: Cluster): Promise<void> {
  const { rows } = await lockClient.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $1) as database`,
    [product],
  )
  if (!rows[0]?.role)
    await lockClient.query(`create role ${product} login password ${lockClient.escapeLiteral(password)}`)
  if (!rows[0]?.database) await lockClient.query(`create database ${product} owner ${product}`)
}

/** Supervises the database: restarts it when it ends unexpectedly, stops it on request. */
function supervise(cluster: Cluster, first: Postmaster, firstLockClient: pg.Client, print: Print) {
  const listeners: ((reason: Error) => void)[] = []
  let postmaster = first
  let lockClient = firstLockClient
  let stopping: Promise<void> | undefined
  let restarting: Promise<void> = Promise.resolve()

  const restart = async () => {
    if (stopping) return
    print('The database has ended unexpectedly; it is started again.')
    try {
      const relaunched = await launch(cluster, print, postmaster.port)
      postmaster = relaunched.postmaster
      lockClient = relaunched.lockClient
      await acquireOwnership(lockClient, cluster, false)
      watch()
    } catch (error) {
      for (const listener of listeners) listener(error instanceof Error ? error : new Error(String(error)))
    }
  }
  const watch = () =>
    lockClient.once('end', () => {
      restarting = restart()
    })
  watch()

  return {
    stop() {
      stopping ??= (async () => {
        await restarting
        await lockClient.end().catch(() => undefined)
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
