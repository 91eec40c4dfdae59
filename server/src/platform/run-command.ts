import { pino } from 'pino'
import { type Configuration, readConfiguration } from './configuration'
import { type OpenPlatform, openPlatform } from './open-platform'
import { StartRefused } from './start-refused'

/** What a command works with. */
export interface Command {
  configuration: Configuration
  /** Prints a sentence for the operator. */
  print: (sentence: string) => void
  /**
   * Opens the platform, which is closed when the command ends. This migrates the database: a command refuses arguments
   * and environments before. `isLong`: statements may take any time.
   */
  open: (options?: { isLong?: true }) => Promise<Pick<OpenPlatform, 'platform' | 'url'>>
}

/** Limits of the pool of a long command; in milliseconds, 0 is no limit. */
const longLimits = { statementTimeout: 0, silence: 60_000 }

const print = (sentence: string) => {
  process.stdout.write(`${sentence}\n`)
}

/** Runs a command of the operator; a failure is printed, without a stack if refused, and makes the exit code 1. */
export async function runCommand(run: (command: Command) => Promise<void>): Promise<void> {
  const opened: OpenPlatform[] = []
  try {
    const configuration = readConfiguration(process.env)
    const open: Command['open'] = async ({ isLong } = {}) => {
      const log = pino({ level: 'warn' })
      const limits = isLong ? longLimits : {}
      const one = await openPlatform({ configuration, log, print, shared: true, limits })
      opened.push(one)
      return one
    }
    await run({ configuration, print, open }).finally(() => Promise.all(opened.map(({ close }) => close())))
  } catch (error) {
    process.stderr.write(error instanceof StartRefused ? `${error.message}\n` : `${(error as Error).stack}\n`)
    process.exitCode = 1
  }
}
