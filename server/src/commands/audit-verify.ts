import { verifyAudit } from '../platform/audit/verify'
import { runCommand } from '../platform/run-command'

await runCommand(async ({ print, open }) => {
  // Verifying years of events takes long.
  const { platform } = await open({ isLong: true })
  const { tenants, events, broken } = await verifyAudit(platform.db)
  for (const { tenant, sequence, reason } of broken) print(`Broken: event ${sequence} of tenant ${tenant}: ${reason}.`)
  print(
    `${events} audit events of ${tenants} tenants: ${broken.length === 0 ? 'every link holds' : `${broken.length} chains are broken`}.`,
  )
  if (broken.length > 0) process.exitCode = 1
})
