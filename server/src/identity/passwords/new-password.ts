import { type PasswordRejection, rulesWithSecondFactor } from '@lintel/contract/identity/passwords'
import type { Change } from '../../platform/context'
import type { IdentityServices } from '../identity-services'
import { withdrawAccess } from '../sessions/withdraw-access'
import { hashPassword } from './hash'
import { namesAround, putPassword } from './passwords.store'
import { rejections } from './reject-password'

/** Whose password it is to be. */
export interface PasswordOwner {
  id: string
  email: string
  isStaff: boolean
}

/** Why this person cannot have this password. Staff sign in with a second factor: eight characters do (security A4). */
export async function rejectionsFor(
  { platform: { db, configuration } }: IdentityServices,
  owner: PasswordOwner,
  typed: string,
  current?: string,
): Promise<PasswordRejection[]> {
  const { passwordRequirements, mfa } = configuration
  return rejections(typed, {
    ...(await namesAround(db, owner.id)),
    rules: owner.isStaff && mfa ? rulesWithSecondFactor(passwordRequirements) : passwordRequirements,
    email: owner.email,
    ...(current !== undefined && { current }),
  })
}

/** Hashes a new password in its turn. */
export const hashNew = ({ gate }: IdentityServices, typed: string): Promise<string> =>
  gate.run(() => hashPassword(typed))

/** Makes it the password, and ends all access that was given before, but for one session (security D6). */
export async function takePassword(
  change: Change,
  userId: string,
  hash: string,
  exceptSession?: string,
): Promise<void> {
  await putPassword(change.db, userId, hash, change.now)
  await withdrawAccess(change, userId, {
    reason: 'password-changed',
    ...(exceptSession !== undefined && { exceptSession }),
  })
}
