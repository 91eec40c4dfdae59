import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { createStaff } from '../identity/staff/create-staff'
import { readConfiguration } from '../platform/configuration'
import { openPlatform } from '../platform/open-platform'
import { StartRefused } from '../platform/start-refused'

const print = (sentence: string) => process.stdout.write(`${sentence}\n`)

try {
  const { values } = parseArgs({ args: process.argv.slice(2), options: { email: { type: 'string' } } })
  if (values.email === undefined) throw new StartRefused('Usage: npm run admin:create -- --email person@example.com')
  const configuration = readConfiguration(process.env)
  const { platform, close } = await openPlatform({ configuration, log: pino({ level: 'warn' }), print, shared: true })
  try {
    const link = await createStaff(platform, values.email)
    print('Open this link within seven days to set a password. It is shown only once:')
    print(link)
  } finally {
    await close()
  }
} catch (error) {
  process.stderr.write(error instanceof StartRefused ? `${error.message}\n` : `${(error as Error).stack}\n`)
  process.exitCode = 1
}
