import { Trans, useLingui } from '@lingui/react/macro'
import { type CustomerDomain, customerDomains } from '@lintel/contract/customers/domains'
import { type ReactNode, useState } from 'react'
import { useCachedRecords } from '../../api/cached-records'
import { removeRecord, saveRecord } from '../../api/save-record'
import { useSave } from '../../api/use-save'
import { Confirm } from '../../ui/confirm'
import { keepFocusNearby } from '../../ui/focus-return'
import { showToast } from '../../ui/toast'

interface RemoveDomainProps {
  domain: CustomerDomain
  isOfStaff: boolean
  /** Renders the trigger: receives the function to call, and whether the domain is being removed. */
  children(ask: () => void, isRemoving: boolean): ReactNode
}

/**
 * Removes a domain after confirmation of the consequences; administrators remove a pending one at once. Undo adds it again, which brings back
 * what depends on nothing but who adds it: a domain that staff vouch for, and a pending one of administrators. Any other needs a new proof.
 */
export function RemoveDomain({ domain: each, isOfStaff, children }: RemoveDomainProps) {
  const { t } = useLingui()
  const { evict } = useCachedRecords(customerDomains)
  const [isAsking, setAsking] = useState(false)
  const { domain, customer, state, txtRecord } = each
  const isPending = state === 'pending'
  const canBeUndone = isOfStaff ? state === 'verified' && txtRecord === null : isPending
  const addAgain = useSave<void, CustomerDomain>({
    work: () => saveRecord(customerDomains, { draft: { domain, customer } }),
    invalidates: [customerDomains],
    onSaved: (added) =>
      showToast({
        kind: 'done',
        text: added.state === 'verified' ? t`Undone` : t`${domain} is there again. Its record has a new value.`,
      }),
  })
  const remove = useSave<void, void>({
    work: () => removeRecord(customerDomains, each),
    invalidates: [customerDomains],
    onSaved() {
      evict(each.id)
      showToast({
        kind: 'done',
        text: isOfStaff ? t`${domain} is released.` : t`${domain} is removed.`,
        ...(canBeUndone && { action: { label: t`Undo`, run: () => addAgain.mutate() } }),
      })
    },
  })
  function ask() {
    if (!isPending || isOfStaff) return setAsking(true)
    keepFocusNearby()
    remove.mutate()
  }
  return (
    <>
      {children(ask, remove.isPending)}
      {isAsking && (
        <Confirm
          title={isOfStaff ? t`Release ${domain}?` : t`Remove ${domain}?`}
          action={isOfStaff ? <Trans>Release</Trans> : <Trans>Remove</Trans>}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        >
          {isOfStaff ? (
            <>
              {state === 'verified' && (
                <p>
                  <Trans>
                    Providers no longer vouch for its addresses, and imports no longer find the customer by it.
                  </Trans>
                </p>
              )}
              {!canBeUndone && (
                <p>
                  <Trans>To have the domain again, the customer adds it and verifies it by a new record.</Trans>
                </p>
              )}
            </>
          ) : (
            <Trans>
              Directory imports and SCIM stop accepting people of this domain, and providers stop vouching for its
              addresses. Whoever has access keeps it. To have the domain again, you verify it by a new record.
            </Trans>
          )}
        </Confirm>
      )}
    </>
  )
}
