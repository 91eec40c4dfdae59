import { isForRealPeople } from '@lintel/contract/people/permissions'
import { pino } from 'pino'
import { loadLargeCustomer } from '../../demo/large-customer'
import { readSize } from '../../demo/large-customer-size'
import { readConfiguration } from '../platform/configuration'
import { openPlatform } from '../platform/open-platform'
import { StartRefused } from '../platform/start-refused'
import { settleDemoWorld } from '../settle-demo-world'

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

/** Statements that write hundreds of thousands of rows take their time, in milliseconds; 0 is no limit. */
const limits = { statementTimeout: 0, silence: 60_000 }

try {
  const begun = performance.now()
  const wanted = readSize(process.argv.slice(2))
  const configuration = readConfiguration(process.env)
  const { environment } = configuration
  if (isForRealPeople(environment)) {
    throw new StartRefused(`The demo is not loaded into a database of ${environment}: everybody knows its password.`)
  }
  const log = pino({ level: 'warn' })
  const { platform, url, close } = await openPlatform({ configuration, log, say, shared: true, limits })
  try {
    // A first start that comes after this finds people, and would take them for real ones.
    await settleDemoWorld(platform, url, say)
    const { customer, administrator, counts } = await loadLargeCustomer(platform.db, wanted, platform.clock(), say)
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    say(
      `Customer ${customer} has ${counts.users} users, ${counts.projects} projects and ${counts.memberships} memberships (${seconds} s).`,
    )
    say(`Its administrator is ${administrator}, with the password of the demo.`)
  } finally {
    await close()
  }
} catch (error) {
  process.stderr.write(error instanceof StartRefused ? `${error.message}\n` : `${(error as Error).stack}\n`)
  process.exitCode = 1
}
