import { useLingui } from '@lingui/react/macro'
import { customers } from '@lintel/contract/customers/customers'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { useQuery } from '@tanstack/react-query'
import { all, one } from '../resource'
import { methodNames } from './login-methods'

/** SSO providers are loaded once and kept (admin-console chapter 7). */
const everyProvider = { ...all(ssoProviders), staleTime: Number.POSITIVE_INFINITY }

/** The login methods there are, by name, the built-in ones first. */
export function useMethodNames() {
  const { t } = useLingui()
  const { data: providers } = useQuery(everyProvider)
  const builtIn = {
    COGNITO: t`Email and password`,
    COGNITO_MFA: t`Email, password and second factor`,
  }
  const records = providers?.records ?? []
  const ids = [...Object.keys(builtIn), ...records.map(({ id }) => id)]
  return { names: methodNames(records, builtIn), ids: [...new Set(ids)] }
}

/** The same, and the customer's own choice of them. */
export function useLoginMethods(customer: string) {
  const { data: of } = useQuery(one(customers, customer))
  return {
    ...useMethodNames(),
    customerMethods: of?.record.providers ?? [],
    timeZone: of?.record.timeZone ?? 'UTC',
  }
}
