import { previewSecurityPolicy } from '@lintel/contract/customers/security-policies'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../api/call-api'
import { type PolicyValues, policyPatch, policyRules } from './policy-values'

/** Query for the people whom the typed policy would affect, with the values and the time (ms) that the answer belongs to. */
export const policyPreview = (customer: string, values: PolicyValues) => {
  const body = policyPatch(values)
  return queryOptions({
    queryKey: ['security-policy-preview', customer, body],
    queryFn: async ({ signal }) => {
      const people = await callApi(previewSecurityPolicy, { parameters: { id: customer }, body, signal })
      return { ...people, values, answeredAt: Date.now() }
    },
    enabled: policyRules.safeParse(values).success,
  })
}
