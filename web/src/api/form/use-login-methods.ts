import { useLingui } from '@lingui/react/macro'
import { customers } from '@lintel/contract/customers/customers'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { useQuery } from '@tanstack/react-query'
import { all, one } from '../resource'
import { methodNames } from './login-methods'
import type { Reading } from './reading'

/** SSO providers are loaded once and kept (admin-console chapter 7). */
const everyProvider = { ...all(ssoProviders), staleTime: Number.POSITIVE_INFINITY }

/** The login methods there are, by name, the built-in ones first. */
export function useMethodNames() {
  const { t } = useLingui()
  const { data: providers, error } = useQuery(everyProvider)
  const builtIn = {
    COGNITO: t`Email and password`,
    COGNITO_MFA: t`Email, password and second factor`,
  }
  const records = providers?.records ?? []
  const ids = [...Object.keys(builtIn), ...records.map(({ id }) => id)]
  const reading: Reading = { what: t`Login methods`, isRead: providers !== undefined, error }
  return { names: methodNames(records, builtIn), ids: [...new Set(ids)], reading }
}

/** The same, and the customer's own choice of them; its time zone comes along. */
export function useLoginMethods(customer: string) {
  const { data: of, error } = useQuery(one(customers, customer))
  const { names, ids, reading } = useMethodNames()
  return {
    ...{ names, ids },
    reading: { ...reading, isRead: reading.isRead && of !== undefined, error: reading.error ?? error },
    customerMethods: of?.record.providers ?? [],
    timeZone: of?.record.timeZone ?? 'UTC',
  }
}
