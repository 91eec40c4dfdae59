import { previewSecurityPolicy } from '@lintel/contract/customers/security-policies'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { type PolicyValues, policyPatch, policyRules } from './policy-values'

/** Whom a policy as it is typed would affect. */
export const policyPreview = (customer: string, values: PolicyValues) => {
  const body = policyPatch(values)
  return queryOptions({
    queryKey: ['security-policy-preview', customer, body],
    queryFn: ({ signal }) => ask(previewSecurityPolicy, { parameters: { id: customer }, body, signal }),
    enabled: policyRules.safeParse(values).success,
  })
}
