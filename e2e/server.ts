import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onDatabase } from '../server/test/database-address'
import { freePort } from '../server/test/free-port'
import { startServerProcess } from '../server/test/server-process'
import { copyDatabase, dropDatabase } from '../server/test/test-postgres'
import { preparedWorld } from './prepared-world'

/** The built product, running with a demo world of its own. */
export interface ProductServer {
  url: string
  /** Where it keeps its data; mails lie in `outbox` below it. */
  directory: string
  /** Its database, for what a test cannot wait for: time that has passed. */
  database: { connectionString: string }
  /** Ends it as an operator would, and forgets its data. */
  stop(): Promise<void>
}

let products = 0

/** Starts it on a free port, with a copy of the demo world that the run has prepared. */
export async function startProduct(environment: Record<string, string> = {}): Promise<ProductServer> {
  products += 1
  const prepared = preparedWorld()
  const directory = mkdtempSync(join(tmpdir(), 'lintel-e2e-'))
  cpSync(prepared.directory, directory, { recursive: true })
  const name = `${prepared.template}_${process.pid}_${products}`
  await copyDatabase(prepared, name, prepared.template)
  const database = onDatabase(prepared.url, name)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = await startServerProcess({
    port,
    env: { PUBLIC_URL: url, DATA_DIR: directory, DATABASE_URL: database, LOG_LEVEL: 'warn', ...environment },
  })
  const stop = async () => {
    await server.end('SIGTERM')
    await dropDatabase(prepared, name)
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    await server.ready()
  } catch (error) {
    await stop()
    throw error
  }
  return { url, directory, database: { connectionString: database }, stop }
}
