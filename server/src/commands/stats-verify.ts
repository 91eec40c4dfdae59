import { pino } from 'pino'
import { findFigureDifferences } from '../content/verify-figures.store'
import { readConfiguration } from '../platform/configuration'
import { openPlatform } from '../platform/open-platform'
import { StartRefused } from '../platform/start-refused'

const print = (sentence: string) => process.stdout.write(`${sentence}\n`)

/** Counting millions of topics takes long; in milliseconds, 0 is no limit. */
const limits = { statementTimeout: 0, silence: 60_000 }

try {
  const configuration = readConfiguration(process.env)
  const log = pino({ level: 'warn' })
  const { platform, close } = await openPlatform({ configuration, log, print, shared: true, limits })
  try {
    const differences = await findFigureDifferences(platform.db)
    for (const { project, figure, stored, counted } of differences)
      print(`Project ${project}: ${figure} is kept as ${stored ?? 0}, and is ${counted ?? 0}.`)
    print(differences.length === 0 ? 'Every number is what is counted.' : `${differences.length} numbers differ.`)
    if (differences.length > 0) process.exitCode = 1
  } finally {
    await close()
  }
} catch (error) {
  process.stderr.write(error instanceof StartRefused ? `${error.message}\n` : `${(error as Error).stack}\n`)
  process.exitCode = 1
}
