import { useLingui } from '@lingui/react/macro'
import { previewSecurityPolicy } from '@lintel/contract/customers/security-policies'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { Failed } from '../../api/failed'
import { WithoutLoginMethod } from '../../shell/affected-people'

/** Whom login methods of a customer would shut out, before they are saved. */
export function ShutOut({ customer, loginMethods }: { customer: string; loginMethods: readonly string[] }) {
  const { t } = useLingui()
  const { data, error } = useQuery({
    queryKey: ['security-policy-preview', customer, { loginMethods }],
    queryFn: ({ signal }) =>
      ask(previewSecurityPolicy, { parameters: { id: customer }, body: { loginMethods: [...loginMethods] }, signal }),
  })
  if (!data) return error && <Failed error={error} what={t`Who would be affected`} />
  return (
    <div aria-live="polite">
      <WithoutLoginMethod people={data.withoutLoginMethod} />
    </div>
  )
}
