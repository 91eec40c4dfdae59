import { pino } from 'pino'
import { verifyAudit } from '../platform/audit/verify'
import { readConfiguration } from '../platform/configuration'
import { openPlatform } from '../platform/open-platform'
import { StartRefused } from '../platform/start-refused'

const print = (sentence: string) => process.stdout.write(`${sentence}\n`)

/** Verifying years of events takes long; in milliseconds, 0 is no limit. */
const limits = { statementTimeout: 0, silence: 60_000 }

try {
  const configuration = readConfiguration(process.env)
  const log = pino({ level: 'warn' })
  const { platform, close } = await openPlatform({ configuration, log, print, shared: true, limits })
  try {
    const { tenants, events, broken } = await verifyAudit(platform.db)
    for (const { tenant, sequence, reason } of broken)
      print(`Broken: event ${sequence} of tenant ${tenant}: ${reason}.`)
    print(
      `${events} audit events of ${tenants} tenants: ${broken.length === 0 ? 'every link holds' : `${broken.length} chains are broken`}.`,
    )
    if (broken.length > 0) process.exitCode = 1
  } finally {
    await close()
  }
} catch (error) {
  process.stderr.write(error instanceof StartRefused ? `${error.message}\n` : `${(error as Error).stack}\n`)
  process.exitCode = 1
}
