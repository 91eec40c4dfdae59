import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../src/platform/database'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres'
import { freePort } from '../free-port'
import { type ServerProcess, startServerProcess } from '../server-process'
import { onCleanup } from '../on-cleanup'

/** Request rates that nobody reaches: what these tests ask from one address is a crowd, and the work itself is tried. */
const unlimited = { calls: 1_000_000, seconds: 60 }

/** A place where the product runs: a data directory and a port that stay the same from one start to the next. */
export interface Installation {
  directory: string
  /** Starts the product there; with `port`, beside the one that runs already. Everything ends with whoever asked for it: a test, or its file. */
  start(given?: { port?: number }): Promise<ServerProcess>
}

/** An empty directory for the product with its own database, or (`DATABASE_URL` in `env`) in front of another one. */
export async function installation(env: Record<string, string> = {}): Promise<Installation> {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-faults-'))
  const masterConfiguration = join(directory, 'master.json')
  writeFileSync(masterConfiguration, JSON.stringify({ rates: { general: unlimited, signIn: unlimited } }))
  const usual = await freePort()
  const started: ServerProcess[] = []
  onCleanup(async () => {
    for (const { end } of started) await end('SIGKILL')
    // A killed server leaves its database running.
    if (!env.DATABASE_URL && started.length > 0) {
      const { stop } = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), log: () => undefined })
      await stop()
    }
    rmSync(directory, { recursive: true, force: true })
  })
  return {
    directory,
    async start(given = {}) {
      const server = await startServerProcess({
        port: given.port ?? usual,
        env: { DATA_DIR: directory, MASTER_CONFIG: masterConfiguration, ...env },
      })
      started.push(server)
      return server
    },
  }
}

/** The installation's own database, beside the server that runs on it. */
export async function openDatabaseOf({ directory }: Installation): Promise<Database> {
  const { url } = await startEmbeddedPostgres({
    directory: join(directory, 'postgres'),
    log: () => undefined,
    shared: true,
  })
  return openDatabase({ url })
}

/** The files of the installation's object store, those that are on their way as well. */
export const objectFilesOf = async ({ directory }: Installation): Promise<string[]> =>
  (await readdir(join(directory, 'objects'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Starts the product in an installation of its own and waits until it is ready. */
export async function readyServer(env: Record<string, string> = {}): Promise<ServerProcess & Installation> {
  const place = await installation(env)
  const server = await place.start()
  await server.ready()
  return { ...place, ...server }
}
