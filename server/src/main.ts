import { type Logger, pino } from 'pino'
import { type Configuration, readConfiguration } from './platform/configuration'
import { StartRefused } from './platform/start-refused'
import { type RunningServer, startServer } from './start-server'

const startedAt = performance.now()
const print = (sentence: string) => process.stdout.write(`${sentence}\n`)

/**
 * How long running requests may take to finish after SIGTERM, in milliseconds; the whole shutdown takes at most ten
 * seconds (security K5).
 */
const drainMs = 7_000

/**
 * When a shutdown that has not completed is given up, in milliseconds. The embedded database writes to disk what it holds
 * in memory, for which `stopPostmaster` gives it up to forty seconds.
 */
const shutdownTimeoutMs = ({ databaseUrl }: Configuration) => (databaseUrl === undefined ? 50_000 : 9_500)

/** The supervisor restarts the server, which then repairs its database or reports why it cannot. */
const onDatabaseLost = ({ message }: Error) => {
  process.stderr.write(`The database has ended and could not be started again. ${message}\n`)
  process.exit(1)
}

/** Stops the server once, on a signal or an uncaught error; a start in progress is aborted. */
function stopOnSignals(
  starting: Promise<RunningServer>,
  { shutdown, logger, timeoutMs }: { shutdown: AbortController; logger: Logger; timeoutMs: number },
): void {
  const end = async (code: number) => {
    if (shutdown.signal.aborted) return
    shutdown.abort()
    setTimeout(() => {
      logger.fatal('stopping took too long')
      process.exit(1)
    }, timeoutMs).unref()
    try {
      const server = await starting.catch(() => undefined)
      await server?.stop(drainMs)
      process.exit(code)
    } catch (error) {
      logger.fatal({ err: error }, 'stopping failed')
      process.exit(1)
    }
  }
  // A terminal that closes sends SIGHUP.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(0))
  // Last resort (security H5): log the error, finish what is possible, and exit with an error.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logger.fatal({ err: error }, event)
      end(1)
    })
  }
}

const shutdown = new AbortController()
try {
  const configuration = readConfiguration(process.env)
  const logger = pino({ level: configuration.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] })
  const starting = startServer({ configuration, logger, print, signal: shutdown.signal, onDatabaseLost })
  stopOnSignals(starting, { shutdown, logger, timeoutMs: shutdownTimeoutMs(configuration) })
  await starting
  print(`Lintel is ready at ${configuration.publicUrl} (${Math.round(performance.now() - startedAt)} ms)`)
} catch (error) {
  if (!shutdown.signal.aborted) {
    process.stderr.write(error instanceof StartRefused ? `${error.message}\n` : `${(error as Error).stack}\n`)
    process.exit(1)
  }
}
