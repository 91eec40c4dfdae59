import { type PasswordRules, passwordRulesFor } from '@lintel/contract/identity/passwords'
import { useSuspenseQuery } from '@tanstack/react-query'
import { currentUser } from '../../session/current-user'
import { installation } from '../../session/installation'

/** The rules for a new password of the signed-in user, which are those of the server. */
export function usePasswordRules(): PasswordRules {
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: config } = useSuspenseQuery(installation)
  const { passwordRequirements, isMfaEnabled } = config.record
  return passwordRulesFor(passwordRequirements, { isStaff: user.role !== null, isMfaEnabled })
}
