import { newEmail } from '@lintel/contract/jsonapi/fields'
import { staffRole } from '@lintel/contract/people/permissions'
import { uuidv7 } from 'uuidv7'
import { type Platform, platformOrigin, runChange } from '../../platform/context'
import { StartRefused } from '../../platform/start-refused'
import { accountLink } from '../account-link'
import { putTemporaryPassword } from '../passwords/passwords.store'
import { deleteMailedSecrets } from '../proof/proof.store'
import { proveMailbox } from '../proof/prove-mailbox'
import { hashSecret, randomSecret } from '../random-secret'
import { withdrawAccess } from '../sessions/withdraw-access'
import { lockStaffAccount, upsertStaff } from './staff.store'

/** Lifetime of the invitation, in milliseconds (security F3). */
const invitationMs = 7 * 24 * 3_600_000

/**
 * Creates a staff member without a password and returns the link to set one: there are no default credentials (security J5). A
 * repeated call invalidates the previous link.
 * @throws StartRefused when the email is invalid or its account has a password
 */
export async function createStaff(platform: Platform, typed: string): Promise<string> {
  const parsed = newEmail.safeParse(typed)
  if (!parsed.success) throw new StartRefused(`"${typed}" is not an email address.`)
  const email = parsed.data
  const secret = randomSecret()
  await runChange(platform, platformOrigin('admin-create'), async (change) => {
    const { db, now, audit } = change
    const account = await lockStaffAccount(db, email)
    if (account?.hasPassword) throw new StartRefused(`${email} has an account with a password already.`)
    const id = account?.id ?? uuidv7()
    if (account) {
      await proveMailbox(change, { id, email, homeCustomer: null }, 'staff')
      // Staff sign in with a second factor and without "remember me", so no open session becomes theirs (security C8, D3).
      await withdrawAccess(change, id, { reason: 'access-withdrawn' })
    }
    await upsertStaff(db, { id, email, now })
    // What customers had mailed for an account of the same address does not open that of staff.
    await deleteMailedSecrets(db, id)
    await putTemporaryPassword(db, id, { secretHash: hashSecret(secret), now, expiresAt: now + invitationMs })
    audit({ action: 'staff.create', customer: null, target: { type: 'users', id }, after: { email, role: staffRole } })
  })
  return accountLink(platform.configuration.publicUrl, { email, secret })
}
