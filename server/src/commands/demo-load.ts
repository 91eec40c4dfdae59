import { hasRealUsers } from '@lintel/contract/people/permissions'
import { pino } from 'pino'
import { loadLargeCustomer } from '../../demo/large-customer'
import { readSize } from '../../demo/large-customer-size'
import { claimObjectStore } from '../content/objects/claim-object-store'
import { readConfiguration } from '../platform/configuration'
import { openPlatform } from '../platform/open-platform'
import { StartRefused } from '../platform/start-refused'
import { prepareDemoWorld } from '../prepare-demo-world'

const print = (sentence: string) => process.stdout.write(`${sentence}\n`)

/** Inserting hundreds of thousands of rows takes long; in milliseconds, 0 is no limit. */
const limits = { statementTimeout: 0, silence: 60_000 }

try {
  const begun = performance.now()
  const size = readSize(process.argv.slice(2))
  const configuration = readConfiguration(process.env)
  const { environment } = configuration
  if (hasRealUsers(environment)) {
    throw new StartRefused(`The demo is not loaded into a database of ${environment}: everybody knows its password.`)
  }
  const log = pino({ level: 'warn' })
  const { platform, url, close } = await openPlatform({ configuration, log, print, shared: true, limits })
  try {
    await claimObjectStore(platform)
    // Load the demo world first: a later start would take the customer for real data and not load it.
    await prepareDemoWorld(platform, url, print)
    const { customer, administrator, counts } = await loadLargeCustomer(platform.db, size, platform.clock(), print)
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    print(
      `Customer ${customer} has ${counts.users} users, ${counts.projects} projects and ${counts.memberships} memberships (${seconds} s).`,
    )
    print(`Its administrator is ${administrator}, with the password of the demo.`)
  } finally {
    await close()
  }
} catch (error) {
  process.stderr.write(error instanceof StartRefused ? `${error.message}\n` : `${(error as Error).stack}\n`)
  process.exitCode = 1
}
