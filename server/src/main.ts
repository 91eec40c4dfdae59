import { type Logger, pino } from 'pino'
import { readConfiguration } from './platform/configuration'
import { StartRefused } from './platform/start-refused'
import { type RunningServer, startServer } from './start-server'

const started = performance.now()
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

/** How long running requests may take to finish after SIGTERM, in milliseconds: all of it ends within ten seconds (security K5). */
const drainMs = 7_000

/** Started again by whatever watches over us, the server mends its database or says plainly why it cannot. */
const onDatabaseLost = ({ message }: Error) => {
  process.stderr.write(`The database has ended and could not be started again. ${message}\n`)
  process.exit(1)
}

/** Ends the process once when it is asked to: what is started is broken off, what runs is stopped. */
function endWhenAsked(starting: Promise<RunningServer>, notWanted: AbortController, logger: Logger): void {
  const end = async (code: number) => {
    if (notWanted.signal.aborted) return
    notWanted.abort()
    try {
      const server = await starting.catch(() => undefined)
      await server?.stop(drainMs)
      process.exit(code)
    } catch (error) {
      logger.fatal({ err: error }, 'stopping failed')
      process.exit(1)
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(0))
  // The last resort (security H5): say what happened, finish what can be finished, and leave with an error.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logger.fatal({ err: error }, event)
      end(1)
    })
  }
}

const notWanted = new AbortController()
try {
  const configuration = readConfiguration(process.env)
  const logger = pino({ level: configuration.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] })
  const starting = startServer({ configuration, logger, say, signal: notWanted.signal, onDatabaseLost })
  endWhenAsked(starting, notWanted, logger)
  await starting
  say(`Lintel is ready at ${configuration.publicUrl} (${Math.round(performance.now() - started)} ms)`)
} catch (error) {
  if (!notWanted.signal.aborted) {
    process.stderr.write(error instanceof StartRefused ? `${error.message}\n` : `${(error as Error).stack}\n`)
    process.exit(1)
  }
}
