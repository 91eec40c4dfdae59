import { parseArgs } from 'node:util'
import { createStaff } from '../identity/staff/create-staff'
import { runCommand } from '../platform/run-command'
import { StartRefused } from '../platform/start-refused'

await runCommand(async ({ print, open }) => {
  const { values } = parseArgs({ args: process.argv.slice(2), options: { email: { type: 'string' } } })
  if (values.email === undefined) throw new StartRefused('Usage: npm run admin:create -- --email person@example.com')
  const { platform } = await open()
  const link = await createStaff(platform, values.email)
  print('Open this link within seven days to set a password. It is shown only once:')
  print(link)
})
