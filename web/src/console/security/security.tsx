import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { RecordPage } from '../../shell/records/record-page'
import { EmptyState } from '../../ui/empty-state'
import { ApiTokens } from './api-tokens'
import { SecurityPolicy } from './security-policy'

interface SecurityProps {
  /** Undefined while none is chosen. */
  customer: string | undefined
  /** By what the customer is chosen. */
  selector: ReactNode
}

/** How a customer is kept safe: how its people sign in, and which programs work for it. */
export function Security({ customer, selector }: SecurityProps) {
  const { t } = useLingui()
  return (
    <RecordPage title={t`Security`} state={selector}>
      {customer === undefined ? (
        <EmptyState title={<Trans>Choose a customer</Trans>} />
      ) : (
        <>
          <SecurityPolicy customer={customer} />
          <ApiTokens customer={customer} />
        </>
      )}
    </RecordPage>
  )
}
