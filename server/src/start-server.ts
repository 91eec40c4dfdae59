import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app'
import { claimObjectStore } from './content/objects/claim-object-store'
import { openIdentity } from './identity/identity'
import { startJobs } from './jobs'
import { recordConfiguration } from './platform/audit/record-configuration'
import type { Configuration } from './platform/configuration'
import type { Platform } from './platform/context'
import { ObjectStoreAway } from './platform/objects/object-store'
import { isDatabasePrepared, type OpenOptions, openPlatform } from './platform/open-platform'
import { orAborted } from './platform/or-aborted'
import { openSecrets } from './platform/secrets'
import { StartRefused } from './platform/start-refused'
import { buildStartingApp } from './platform/starting-app'
import { prepareDemoWorld, refuseDemoWorld } from './prepare-demo-world'

/** A listening server. `stop` waits at most `drainMs` milliseconds for running requests. */
export interface RunningServer {
  address: string
  stop(drainMs: number): Promise<void>
}

/** Options of {@link startServer}. */
export interface ServerParts {
  configuration: Configuration
  logger: Logger
  print: (sentence: string) => void
  /** Aborts the start. */
  signal: AbortSignal
  /** Called when the embedded database ended for good, so that nothing can be served. */
  onDatabaseLost?: (reason: Error) => void
}

/**
 * Opens the database, claims the object store, loads the demo world where applicable, and serves the application. While
 * the database has to be waited for or migrated, the process already listens, as the {@link buildStartingApp}.
 * When aborted, it stops what was started and throws the reason of the signal.
 * @throws StartRefused with a message for the operator when that is impossible
 */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { configuration, signal } = parts
  signal.throwIfAborted()
  const startingApp = buildStartingApp(configuration)
  // Where the database is prepared other copies may serve, and a proxy passes over one that does not listen, not over 503.
  if (!(await orAborted(isDatabasePrepared(configuration), signal))) await listen(startingApp, configuration)
  try {
    return await serveApplication(parts, () => startingApp.close())
  } finally {
    await startingApp.close()
  }
}

/** `freePort` closes what listens at the port of the application until then. */
async function serveApplication(
  { configuration, logger, print, signal, ...parts }: ServerParts,
  freePort: () => Promise<void>,
): Promise<RunningServer> {
  const beforeMigration: OpenOptions['beforeMigration'] = async (db) => {
    openSecrets(configuration)
    await refuseDemoWorld(configuration)(db)
  }
  const { platform, url, close } = await openPlatform({
    ...{ configuration, log: logger, print, signal, beforeMigration },
    ...parts,
  })
  try {
    await orAborted(claimReachableStore(platform), signal)
    await orAborted(prepareDemoWorld(platform, url, print), signal)
    const identity = await openIdentity(platform)
    const app = await buildApp({ platform, logger, identity })
    await orAborted(recordConfiguration(platform), signal)
    signal.throwIfAborted()
    await freePort()
    const address = await listen(app, configuration)
    const jobs = startJobs(platform, url)
    return {
      address,
      stop: async (drainMs) => {
        await Promise.all([drain(app, drainMs), jobs.stop(drainMs)])
        await identity.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** A store that is away does not prevent the start: the sweep claims it before it removes anything. */
const claimReachableStore = (platform: Platform): Promise<void> =>
  claimObjectStore(platform).catch((error: unknown) => {
    if (!(error instanceof ObjectStoreAway)) throw error
    platform.log.warn(
      { err: error },
      'the object store does not answer: whether it is that of this database is unknown',
    )
  })

async function listen(app: FastifyInstance, { port, host }: Configuration): Promise<string> {
  try {
    return await app.listen({ port, host })
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new StartRefused(`Port ${port} is taken: end the program that uses it, or set PORT to another one.`)
    }
    if (syscall === undefined) throw error
    throw new StartRefused(`The server cannot listen at HOST ${host} and PORT ${port}: ${message}.`)
  }
}

/** Stops accepting connections and waits at most `drainMs` for running requests; idle connections are closed at once. */
async function drain(app: FastifyInstance, drainMs: number): Promise<void> {
  const overdue = setTimeout(() => app.server.closeAllConnections(), drainMs)
  await app.close()
  clearTimeout(overdue)
}
