import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useRecordSteps } from '../../api/form/use-record-steps'
import { CustomerDomains } from '../../shell/domains/customer-domains'
import { RecordPage, RecordSection } from '../../shell/records/record-page'
import { EmptyState } from '../../ui/empty-state'
import { useUndoKeys } from '../../ui/use-undo-keys'
import { ApiTokens } from './api-tokens'
import { SecurityPolicy } from './security-policy'

interface SecurityProps {
  /** Undefined while no customer is chosen. */
  customer: string | undefined
  isOfStaff: boolean
  /** The customer selector. */
  selector: ReactNode
}

/** A customer's security settings: sign-in policy, email domains and API tokens. */
export function Security({ customer, isOfStaff, selector }: SecurityProps) {
  const { t } = useLingui()
  useUndoKeys(useRecordSteps())
  return (
    <RecordPage title={t`Security`} state={selector}>
      {customer === undefined ? (
        <EmptyState title={<Trans>Choose a customer</Trans>} />
      ) : (
        <>
          <SecurityPolicy customer={customer} />
          <RecordSection title={<Trans>Domains</Trans>}>
            <CustomerDomains customer={customer} isOfStaff={isOfStaff} />
          </RecordSection>
          <ApiTokens customer={customer} />
        </>
      )}
    </RecordPage>
  )
}
