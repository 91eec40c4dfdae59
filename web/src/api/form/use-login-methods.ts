import { useLingui } from '@lingui/react/macro'
import { customers } from '@lintel/contract/customers/customers'
import { effectiveMethods } from '@lintel/contract/customers/login-methods'
import { methodsWithSecondFactor } from '@lintel/contract/customers/methods-with-second-factor'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { securityPolicies } from '@lintel/contract/customers/security-policies'
import { useQuery } from '@tanstack/react-query'
import { all, one } from '../resource'
import type { LoadState } from './load-state'
import { methodNames } from './login-methods'

/** SSO providers are loaded once and cached (admin-console chapter 7). */
const everyProvider = { ...all(ssoProviders), staleTime: Number.POSITIVE_INFINITY }

/** All login methods by name, the built-in ones first. */
export function useMethodNames() {
  const { t } = useLingui()
  const { data: providers, error } = useQuery(everyProvider)
  const builtIn = {
    COGNITO: t`Email and password`,
    COGNITO_MFA: t`Email, password and two-step verification`,
  }
  const records = providers?.records ?? []
  const ids = [...Object.keys(builtIn), ...records.map(({ id }) => id)]
  const loadState: LoadState = { what: t`Login methods`, isLoaded: providers !== undefined, error }
  return { names: methodNames(records, builtIn), ids: [...new Set(ids)], loadState }
}

/** Like {@link useMethodNames}, with the customer's time zone. */
export function useLoginMethods(customer: string) {
  const { data: of, error } = useQuery(one(customers, customer))
  const { names, ids, loadState } = useMethodNames()
  return {
    ...{ names, ids },
    loadState: { ...loadState, isLoaded: loadState.isLoaded && of !== undefined, error: loadState.error ?? error },
    timeZone: of?.record.timeZone ?? 'UTC',
  }
}

/** Like {@link useLoginMethods}, with the methods that the customer's policy leaves. */
export function useInheritedMethods(customer: string) {
  const { data: policy, error } = useQuery(one(securityPolicies, customer))
  const { names, ids, loadState, timeZone } = useLoginMethods(customer)
  const { loginMethods = [], secondFactorFrom = null } = policy?.record ?? {}
  const isRequired = secondFactorFrom !== null && Date.parse(secondFactorFrom) <= Date.now()
  return {
    ...{ names, ids, timeZone },
    loadState: { ...loadState, isLoaded: loadState.isLoaded && policy !== undefined, error: loadState.error ?? error },
    /** The methods in force now: of the first list that is not empty, else the customer's; empty means any. */
    methodsOf(...lists: readonly (readonly string[])[]): readonly string[] {
      const list = effectiveMethods(...lists, loginMethods)
      return isRequired ? methodsWithSecondFactor(list, ids) : list
    },
  }
}
