import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ProviderUsage, readProviderUsage } from '@lintel/contract/customers/provider-usage'
import { type SsoProvider, ssoProviders } from '@lintel/contract/customers/providers'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCachedRecords } from '../../api/cached-records'
import { callApi } from '../../api/call-api'
import { Loaded } from '../../api/form/loaded'
import { useIsLeft } from '../../api/form/use-is-left'
import { firstDetail } from '../../api/form/use-record-draft'
import { removeRecord } from '../../api/save-record'
import { useSave } from '../../api/use-save'
import { RecordAction } from '../../shell/records/record-page'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Notice } from '../../ui/notice'
import { showToast } from '../../ui/toast'

/** Deletes a provider; shows beforehand which customers and projects list it, which prevents the deletion, and who signs in there. */
export function RemoveProvider({ provider, onRemoved }: { provider: SsoProvider; onRemoved(): void }) {
  const { t } = useLingui()
  const { evict } = useCachedRecords(ssoProviders)
  const isLeft = useIsLeft()
  const [isConfirming, setConfirming] = useState(false)
  const { id, name: title } = provider
  const { data: usage, error } = useQuery({
    queryKey: [ssoProviders.type, 'usage', id],
    queryFn: ({ signal }) => callApi(readProviderUsage, { parameters: { provider: id }, signal }),
    refetchOnMount: 'always',
  })
  const remove = useSave({
    work: () => removeRecord(ssoProviders, provider),
    invalidates: [ssoProviders],
    handlesError: (error) => firstDetail(error) !== undefined && !isLeft(),
    describeFailure: (detail) => t`Unable to delete provider: ${detail}`,
    onSaved() {
      evict(id)
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
            <Trans>Delete provider</Trans>
          </Button>
        }
      >
        <Loaded data={usage} error={error} what={title} rows={1}>
          {(used) => <Usage usage={used} />}
        </Loaded>
      </RecordAction>
      {detail && <Notice kind="problem" title={t`Unable to delete provider: ${detail}`} />}
      {isConfirming && (
        <Confirm
          title={t`Do you really want to delete this provider?`}
          action={<Trans>Delete provider</Trans>}
          busy={remove.isPending}
          isDisabled={usage === undefined}
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setConfirming(false) })}
          onCancel={() => setConfirming(false)}
        >
          <p>{title}</p>
          <div>
            <Loaded data={usage} error={error} what={title} rows={1}>
              {({ people }) => (
                <Plural
                  value={people}
                  _0="Nobody has signed in there yet."
                  one="# person signs in there; the link to their account goes."
                  other="# people sign in there; the links to their accounts go."
                />
              )}
            </Loaded>
          </div>
          {usage?.people !== 0 && (
            <p>
              <Trans>Whoever signed in there is signed out.</Trans>
            </p>
          )}
        </Confirm>
      )}
    </>
  )
}

function Usage({ usage: { customers, projects, members } }: { usage: ProviderUsage }) {
  const { t } = useLingui()
  const namesOf = ({ named, total }: ProviderUsage['customers']) =>
    named.map(({ name }) => name).join(', ') + (total > named.length ? ' …' : '')
  const lines = [
    ...(customers.total > 0 ? [t`Customers that list it: ${namesOf(customers)}`] : []),
    ...(projects.total > 0 ? [t`Projects that list it: ${namesOf(projects)}`] : []),
    ...(members > 0 ? [t`Members with it as a login method of their own: ${members}`] : []),
  ]
  if (lines.length === 0) return <Trans>No customer, project or member lists it. It can be deleted.</Trans>
  return lines.map((line) => <p key={line}>{line}</p>)
}
