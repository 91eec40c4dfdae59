import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onDatabase } from '../server/test/database-address'
import { freePort } from '../server/test/free-port'
import { startServerProcess } from '../server/test/server-process'
import { copyDatabase, dropDatabase } from '../server/test/test-postgres'
import { preparedWorld } from './prepared-world'

/** The built product, running with its own copy of the demo world. */
export interface ProductServer {
  url: string
  /** Its data directory; mails are written to `outbox` in it. */
  directory: string
  /** Its database, for states that a test cannot wait for, such as elapsed time. */
  database: { connectionString: string }
  /** Stops it as an operator would, and deletes its data. */
  stop(): Promise<void>
}

let products = 0

/** Starts the product on a free port with a copy of the prepared demo world. */
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
