import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../src/platform/database'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres'
import { freePort } from '../free-port'
import { onCleanup } from '../on-cleanup'
import { type ServerProcess, startServerProcess } from '../server-process'

/** Unlimited request rates: these tests send everything from one address and test the work itself. */
const unlimited = { calls: 1_000_000, seconds: 60 }

/** An installation of the product: a data directory and a port that stay the same across restarts. */
export interface Installation {
  directory: string
  /**
   * Starts the product there; with `port`, in addition to a running one; `env` adds variables. It is stopped with the calling test or its
   * file.
   */
  start(options?: { port?: number; env?: Record<string, string> }): Promise<ServerProcess>
}

/** An empty installation with its own database, or with the external one of `DATABASE_URL` in `env`. */
export async function installation(env: Record<string, string> = {}): Promise<Installation> {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-faults-'))
  const masterConfiguration = join(directory, 'master.json')
  writeFileSync(masterConfiguration, JSON.stringify({ rates: { general: unlimited, signIn: unlimited } }))
  const defaultPort = await freePort()
  const started: ServerProcess[] = []
  onCleanup(async () => {
    for (const { end } of started) await end('SIGKILL')
    // A killed server leaves its database process running.
    if (!env.DATABASE_URL && started.length > 0) {
      const { stop } = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), log: () => undefined })
      await stop()
    }
    rmSync(directory, { recursive: true, force: true })
  })
  return {
    directory,
    async start(options = {}) {
      const server = await startServerProcess({
        port: options.port ?? defaultPort,
        env: { DATA_DIR: directory, MASTER_CONFIG: masterConfiguration, ...env, ...options.env },
      })
      started.push(server)
      return server
    },
  }
}

/** Opens the installation's own database while the server runs on it. */
export async function openDatabaseOf({ directory }: Installation): Promise<Database> {
  const { url } = await startEmbeddedPostgres({
    directory: join(directory, 'postgres'),
    log: () => undefined,
    shared: true,
  })
  return openDatabase({ url })
}

/** The files of the installation's object store, including unfinished uploads. */
export const objectFilesOf = async ({ directory }: Installation): Promise<string[]> =>
  (await readdir(join(directory, 'objects'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Starts the product in a new installation and waits until it is ready. */
export async function readyServer(env: Record<string, string> = {}): Promise<ServerProcess & Installation> {
  const installed = await installation(env)
  const server = await installed.start()
  await server.ready()
  return { ...installed, ...server }
}
