import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app'
import { openIdentity } from './identity/identity'
import { startJobs } from './jobs'
import type { Configuration } from './platform/configuration'
import { openPlatform } from './platform/open-platform'
import { orAborted } from './platform/or-aborted'
import { StartRefused } from './platform/start-refused'
import { settleDemoWorld } from './settle-demo-world'

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
  /** Given when the server is not wanted any more before it listens. */
  signal: AbortSignal
  /** Told when the server's own database has ended for good: nothing can be served any more. */
  onDatabaseLost?: (reason: Error) => void
}

/**
 * Opens the database, loads the demo world where it belongs, builds the application and listens. Broken off by the signal,
 * it ends what it has begun and throws the signal's reason.
 * @throws StartRefused with a plain sentence when that cannot be
 */
export async function startServer({
  configuration,
  logger,
  say,
  signal,
  ...parts
}: ServerParts): Promise<RunningServer> {
  const { platform, url, close } = await openPlatform({ configuration, log: logger, say, signal, ...parts })
  try {
    await orAborted(settleDemoWorld(platform, url, say), signal)
    const identity = await openIdentity(platform)
    const app = await buildApp({ platform, logger, identity })
    signal.throwIfAborted()
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

/** Stops accepting and waits for running requests, at most so long; what is idle is closed at once. */
async function drained(app: FastifyInstance, drainMs: number): Promise<void> {
  const overdue = setTimeout(() => app.server.closeAllConnections(), drainMs)
  await app.close()
  clearTimeout(overdue)
}
