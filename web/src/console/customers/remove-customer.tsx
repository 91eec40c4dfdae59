import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Customer, customers } from '@lintel/contract/customers/customers'
import { purgedAfterDays } from '@lintel/contract/projects/projects'
import { useState } from 'react'
import { useCachedRecords } from '../../api/cached-records'
import { useIsLeft } from '../../api/form/use-is-left'
import { firstDetail } from '../../api/form/use-record-draft'
import { removeRecord } from '../../api/save-record'
import { useSave } from '../../api/use-save'
import { RecordAction } from '../../shell/records/record-page'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Notice } from '../../ui/notice'
import { showToast } from '../../ui/toast'

/** Deletes a customer; explains beforehand what is removed, what stays and what prevents the deletion. */
export function RemoveCustomer({ customer, onRemoved }: { customer: Customer; onRemoved(): void }) {
  const { t } = useLingui()
  const { evict } = useCachedRecords(customers)
  const isLeft = useIsLeft()
  const [isConfirming, setConfirming] = useState(false)
  const { name: title, numProjects } = customer
  const remove = useSave({
    work: () => removeRecord(customers, customer),
    invalidates: [customers],
    handlesError: (error) => firstDetail(error) !== undefined && !isLeft(),
    describeFailure: (detail) => t`Unable to delete customer: ${detail}`,
    onSaved() {
      evict(customer.id)
      showToast({ kind: 'done', text: t`${title} is deleted.` })
      onRemoved()
    },
  })
  const detail = firstDetail(remove.error)
  return (
    <>
      <RecordAction
        action={
          <Button kind="danger" onClick={() => setConfirming(true)}>
            <Trans>Delete customer</Trans>
          </Button>
        }
      >
        {numProjects > 0 ? (
          <>
            <Plural value={numProjects} one="It has # project." other="It has # projects." />{' '}
            <Trans>
              A customer can be deleted once its projects are deleted and removed for good, which happens{' '}
              <Plural value={purgedAfterDays} one="# day" other="# days" /> after their deletion.
            </Trans>
          </>
        ) : (
          <Trans>It has no projects and can be deleted.</Trans>
        )}
      </RecordAction>
      {detail && <Notice kind="problem" title={t`Unable to delete customer: ${detail}`} />}
      {isConfirming && (
        <Confirm
          title={t`Do you really want to delete this customer?`}
          action={<Trans>Delete customer</Trans>}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setConfirming(false) })}
          onCancel={() => setConfirming(false)}
        >
          <p>{title}</p>
          <p>
            <Trans>
              Its memberships, profiles, organizations, templates, domains and tokens go. The accounts of its people and
              the audit log stay.
            </Trans>
          </p>
        </Confirm>
      )}
    </>
  )
}
