import { previewSecurityPolicy } from '@lintel/contract/customers/security-policies'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../api/call-api'
import { type PolicyValues, policyPatch, policyRules } from './policy-values'

/** Query for the people whom the typed policy would affect. */
export const policyPreview = (customer: string, values: PolicyValues) => {
  const body = policyPatch(values)
  return queryOptions({
    queryKey: ['security-policy-preview', customer, body],
    queryFn: ({ signal }) => callApi(previewSecurityPolicy, { parameters: { id: customer }, body, signal }),
    enabled: policyRules.safeParse(values).success,
  })
}
