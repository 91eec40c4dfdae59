import { useLingui } from '@lingui/react/macro'
import { isClosedAccount } from '@lintel/contract/people/closed-accounts'

/** Returns how an account is named where only its address is known: the address, or that the account was closed. */
export function useAccountLabel(): (email: string) => string {
  const { t } = useLingui()
  return (email) => (isClosedAccount(email) ? t`Closed account` : email)
}
