import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { storeDemoFiles } from '../demo/content/files'
import { hasDemoWorld, loadDemoWorld } from '../demo/load'
import { buildApp } from './app'
import { openIdentity } from './identity/identity'
import { startJobs } from './jobs'
import type { Configuration } from './platform/configuration'
import type { Platform } from './platform/context'
import { closeDatabase, openDatabase } from './platform/database'
import { openObjectStore } from './platform/objects/open-object-store'
import { openPlatform } from './platform/open-platform'
import { openSecrets } from './platform/secrets'
import { StartRefused } from './platform/start-refused'

/** A server that listens. `stop` lets running requests finish for at most the milliseconds given. */
export interface RunningServer {
  address: string
  stop(drainMs: number): Promise<void>
}

/** What starting a server takes. */
export interface ServerParts {
  configuration: Configuration
  logger: Logger
  say: (sentence: string) => void
  /** Told when the server's own database has ended for good: nothing can be served any more. */
  onDatabaseLost?: (reason: Error) => void
}

/** Opens the database, loads the demo world where it belongs, builds the application and listens. */
export async function startServer({ configuration, logger, say, ...parts }: ServerParts): Promise<RunningServer> {
  const { platform, url, close } = await openPlatform({ configuration, log: logger, say, ...parts })
  try {
    await settleDemoWorld(platform, url, say)
    const identity = await openIdentity(platform)
    const app = await buildApp({ platform, logger, identity })
    const address = await listen(app, configuration)
    const jobs = startJobs(platform, url)
    return {
      address,
      stop: async (drainMs) => {
        await Promise.all([drained(app, drainMs), jobs.stop(drainMs)])
        await identity.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The demo world is loaded once, in the local environment, into an empty database; production refuses to live with it. */
async function settleDemoWorld({ configuration, db, clock }: Platform, url: string, say: ServerParts['say']) {
  const { environment } = configuration
  const there = await hasDemoWorld(db)
  if (there && environment === 'production') {
    throw new StartRefused(
      'The database holds the demo organisation, which production does not serve: use another database.',
    )
  }
  if (there || environment !== 'local') return
  const begun = performance.now()
  // Its statements take seconds on a busy machine: a request's patience would break them off and end the start.
  const patient = openDatabase({ url, max: 1, statementTimeout: 0, idleInTransactionTimeout: 0, silence: 60_000 })
  try {
    // First the bytes, then the rows that name them.
    await storeDemoFiles(openObjectStore(configuration))
    await loadDemoWorld(patient, { now: clock(), secrets: openSecrets(configuration) })
  } finally {
    await closeDatabase(patient)
  }
  say(`The demo organisation is loaded (${Math.round(performance.now() - begun)} ms).`)
}

async function listen(app: FastifyInstance, { port, host }: Configuration): Promise<string> {
  try {
    return await app.listen({ port, host })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new StartRefused(`Port ${port} is taken: end the program that uses it, or set PORT to another one.`)
  }
}

/** Stops accepting and waits for running requests, at most so long; what is idle is closed at once. */
async function drained(app: FastifyInstance, drainMs: number): Promise<void> {
  const overdue = setTimeout(() => app.server.closeAllConnections(), drainMs)
  await app.close()
  clearTimeout(overdue)
}
