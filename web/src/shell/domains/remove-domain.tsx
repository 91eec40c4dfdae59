import { Trans, useLingui } from '@lingui/react/macro'
import { type CustomerDomain, customerDomains } from '@lintel/contract/customers/domains'
import { type ReactNode, useState } from 'react'
import { useKnownRecords } from '../../api/known-records'
import { removeRecord, saveRecord } from '../../api/save-record'
import { useSave } from '../../api/use-save'
import { Confirm } from '../../ui/confirm'
import { showToast } from '../../ui/toast'

interface RemoveDomainProps {
  domain: CustomerDomain
  isOfStaff: boolean
  /** What begins it: is given what it calls, and whether the domain is being removed. */
  children(ask: () => void, isRemoving: boolean): ReactNode
}

/** Removes a domain, once it is clear what stops then. What counted for nothing goes at once, and can be had back. */
export function RemoveDomain({ domain: each, isOfStaff, children }: RemoveDomainProps) {
  const { t } = useLingui()
  const { leaveOut } = useKnownRecords(customerDomains)
  const [isAsking, setAsking] = useState(false)
  const { domain, customer, state } = each
  const addAgain = useSave<void, CustomerDomain>({
    work: () => saveRecord(customerDomains, { draft: { domain, customer } }),
    touches: [customerDomains],
    onSaved: (added) =>
      showToast({
        kind: 'done',
        text: added.state === 'verified' ? t`Undone` : t`${domain} is there again. Its record has a new value.`,
      }),
  })
  const remove = useSave<void, void>({
    work: () => removeRecord(customerDomains, each),
    touches: [customerDomains],
    onSaved() {
      leaveOut(each.id)
      showToast({
        kind: 'done',
        text: isOfStaff ? t`${domain} is released.` : t`${domain} is removed.`,
        // What an administrator has proved is not proved by adding it again.
        ...((isOfStaff || state === 'pending') && {
          action: { words: t`Undo`, run: () => addAgain.mutate() },
        }),
      })
    },
  })
  return (
    <>
      {children(() => (state === 'pending' && !isOfStaff ? remove.mutate() : setAsking(true)), remove.isPending)}
      {isAsking && (
        <Confirm
          title={isOfStaff ? t`Release ${domain}?` : t`Remove ${domain}?`}
          action={isOfStaff ? <Trans>Release</Trans> : <Trans>Remove</Trans>}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        >
          {isOfStaff ? (
            <Trans>Providers no longer vouch for its addresses, and imports no longer find the customer by it.</Trans>
          ) : (
            <Trans>
              Directory imports and SCIM stop accepting people of this domain, and providers stop vouching for its
              addresses. Whoever has access keeps it. To have the domain again, you prove it by a new record.
            </Trans>
          )}
        </Confirm>
      )}
    </>
  )
}
