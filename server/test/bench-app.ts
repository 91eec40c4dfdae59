import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Person } from '@lintel/contract/people/permissions'
import { pino } from 'pino'
import { allRoutes } from '../src/app'
import { openIdentity } from '../src/identity/identity'
import { readConfiguration } from '../src/platform/configuration'
import type { Database } from '../src/platform/database'
import { buildHttp } from '../src/platform/http'

/** The application for benchmarks, called in-process. */
export interface BenchApp {
  /** Posts a body and returns the response body; throws for an error status. */
  post(url: string, body: object, type?: string): Promise<string>
  close(): Promise<void>
}

/** All routes of the product in this process, on the given database, for one actor without sign-in or rate limits. */
export async function benchApp(db: Database, actor: Person): Promise<BenchApp> {
  const logger = pino({ level: 'silent' })
  const dataDirectory = mkdtempSync(join(tmpdir(), 'lintel-bench-'))
  const configuration = { ...readConfiguration({}), dataDirectory }
  const platform = { configuration, db, clock: Date.now, log: logger, includes: new Map() }
  const identity = await openIdentity(platform)
  const routes = allRoutes(platform, identity)
  const http = await buildHttp({ platform, logger, authenticate: async () => actor, admit: () => undefined, routes })
  return {
    async post(url, body, type = 'application/json') {
      const headers = { 'content-type': type }
      const answer = await http.inject({ method: 'POST', url, headers, payload: JSON.stringify(body) })
      if (answer.statusCode >= 300) throw new Error(answer.body.slice(0, 500))
      return answer.body
    },
    async close() {
      await http.close()
      await identity.close()
      rmSync(dataDirectory, { recursive: true })
    },
  }
}
