import { useLingui } from '@lingui/react/macro'
import { previewSecurityPolicy } from '@lintel/contract/customers/security-policies'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../api/call-api'
import { LoadError } from '../../api/load-error'
import { WithoutLoginMethod } from '../../shell/affected-people'

/** Lists the people whom the typed login methods of a customer would lock out, before they are saved. */
export function LockedOutUsers({ customer, loginMethods }: { customer: string; loginMethods: readonly string[] }) {
  const { t } = useLingui()
  const { data, error } = useQuery({
    queryKey: ['security-policy-preview', customer, { loginMethods }],
    queryFn: ({ signal }) =>
      callApi(previewSecurityPolicy, {
        parameters: { id: customer },
        body: { loginMethods: [...loginMethods] },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  return (
    <div aria-live="polite">
      {data && <WithoutLoginMethod people={data.withoutLoginMethod} />}
      {!data && error && <LoadError error={error} what={t`Who would be affected`} />}
    </div>
  )
}
