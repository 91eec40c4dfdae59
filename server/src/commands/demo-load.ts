import { hasRealUsers } from '@lintel/contract/people/permissions'
import { loadLargeCustomer } from '../../demo/large-customer'
import { readSize } from '../../demo/large-customer-size'
import { claimObjectStore } from '../content/objects/claim-object-store'
import { runCommand } from '../platform/run-command'
import { StartRefused } from '../platform/start-refused'
import { prepareDemoWorld } from '../prepare-demo-world'

await runCommand(async ({ configuration, print, open }) => {
  const begun = performance.now()
  const size = readSize(process.argv.slice(2))
  const { environment } = configuration
  if (hasRealUsers(environment)) {
    throw new StartRefused(`The demo is not loaded into a database of ${environment}: everybody knows its password.`)
  }
  // Inserting hundreds of thousands of rows takes long.
  const { platform, url } = await open({ isLong: true })
  await claimObjectStore(platform)
  // Load the demo world first: a later start would take the customer for real data and not load it.
  await prepareDemoWorld(platform, url, print)
  const { customer, administrator, counts } = await loadLargeCustomer(platform.db, size, platform.clock(), print)
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  print(
    `Customer ${customer} has ${counts.users} users, ${counts.projects} projects and ${counts.memberships} memberships (${seconds} s).`,
  )
  print(`Its administrator is ${administrator}, with the password of the demo.`)
})
