import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onDatabase } from '../server/test/database-address'
import { startServerProcess } from '../server/test/server-process'
import { copyDatabase, dropDatabases, startTestPostgres } from '../server/test/test-postgres'
import { type PreparedWorld, sharePreparedWorld } from './prepared-world'

/** Starts the product for the first time, as an operator does, and stores the resulting data. Runs once per test run. */
export default async function prepareWorld(): Promise<() => Promise<void>> {
  const { url, adminUrl, stop } = await startTestPostgres()
  const ours = `lintel_e2e_${process.pid}_`
  const prepared: PreparedWorld = {
    url,
    adminUrl,
    template: `${ours}template`,
    directory: mkdtempSync(join(tmpdir(), 'lintel-e2e-prepared-')),
  }
  await copyDatabase(prepared, prepared.template, 'template0')
  const server = await startServerProcess({
    env: { DATA_DIR: prepared.directory, DATABASE_URL: onDatabase(url, prepared.template), LOG_LEVEL: 'warn' },
  })
  await server.ready()
  await server.end('SIGTERM')
  sharePreparedWorld(prepared)
  return async () => {
    await dropDatabases(prepared, ours)
    await stop()
    rmSync(prepared.directory, { recursive: true, force: true })
  }
}
