import { newEmail } from '@lintel/contract/jsonapi/fields'
import { staffRole } from '@lintel/contract/people/permissions'
import { uuidv7 } from 'uuidv7'
import { type Platform, platformOrigin, runChange } from '../../platform/context'
import { StartRefused } from '../../platform/start-refused'
import { hashOf, randomSecret } from '../own-secret'
import { putTemporaryPassword } from '../passwords/passwords.store'
import { proveMailbox } from '../proof/prove-mailbox'
import { accountOf, putStaff } from './staff.store'

/** How long an invitation can be used, in milliseconds (security F3). */
const invitationMs = 7 * 24 * 3_600_000

/**
 * Makes a staff member who has no password yet, and gives the link by which they set one: there are no default
 * credentials (security J5). Asked again, the earlier link is of no use any more.
 * @throws StartRefused when the address is none, or its account has a password
 */
export async function createStaff(platform: Platform, typed: string): Promise<string> {
  const parsed = newEmail.safeParse(typed)
  if (!parsed.success) throw new StartRefused(`"${typed}" is not an email address.`)
  const email = parsed.data
  const secret = randomSecret()
  await runChange(platform, platformOrigin('admin-create'), async (change) => {
    const { db, now, audit } = change
    const account = await accountOf(db, email)
    if (account?.hasPassword) throw new StartRefused(`${email} has an account with a password already.`)
    const id = account?.id ?? uuidv7()
    if (account) await proveMailbox(change, { id, email, homeCustomer: null }, 'staff')
    await putStaff(db, { id, email, now })
    await putTemporaryPassword(db, id, { secretHash: hashOf(secret), now, expiresAt: now + invitationMs })
    audit({ action: 'staff.create', customer: null, target: { type: 'users', id }, after: { email, role: staffRole } })
  })
  return `${platform.configuration.publicUrl}/login?${new URLSearchParams({ email, tmppass: secret })}`
}
