import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type SsoProvider, ssoProviders } from '@lintel/contract/customers/providers'
import {
  createSetupLink,
  readSetupLink,
  revokeSetupLink,
  type SetupLink,
  setupLinkDays,
} from '@lintel/contract/identity/provider-setup'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/call-api'
import { Loaded } from '../../api/form/loaded'
import { useCreatedSecrets } from '../../api/form/use-created-secrets'
import { useSave } from '../../api/use-save'
import { RecordAction } from '../../shell/records/record-page'
import { Button } from '../../ui/button'
import { CopyField } from '../../ui/copy-field'
import { LabelledSelect } from '../../ui/labelled-select'
import styles from './providers.module.css'

const { min, usual, max } = setupLinkDays

/** A link as it was created, to be shown while it is the current one. */
type CreatedLink = Pick<SetupLink, 'createdAt'> & { address: string }

/** The link with which a customer's IT department enters the connection of a provider that was never active. */
export function ProviderSetupLink({ provider: { id, version } }: { provider: SsoProvider }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const [days, setDays] = useState<number>(usual)
  const queryKey = [ssoProviders.type, 'setup-link', id, version]
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(readSetupLink, { parameters: { provider: id }, signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  const created = useCreatedSecrets<CreatedLink>(t`A link was created, but you left before it was shown. Revoke it.`)
  const create = useSave({
    work: () => callApi(createSetupLink, { parameters: { provider: id }, body: { days } }),
    invalidates: [{ queryKey }],
    onSaved({ address, setupLink }) {
      // The earlier link has ended.
      created.close()
      created.add({ address, createdAt: setupLink.createdAt })
      queries.setQueryData(queryKey, { setupLink })
    },
  })
  const revoke = useSave({
    work: () => callApi(revokeSetupLink, { parameters: { provider: id } }),
    invalidates: [{ queryKey }],
    onSaved: created.close,
  })
  const moment = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <>
      <p className={styles.words}>
        <Trans>
          With this link somebody without an account enters issuer, client id and secret, and tests them. It shows no
          people and ends when this provider becomes active.
        </Trans>
      </p>
      {created.current && created.current.createdAt === data?.setupLink?.createdAt && (
        <>
          <CopyField key={created.current.address} label={t`Set-up link`} value={created.current.address} />
          <p className={styles.words}>
            <Trans>It is shown this once.</Trans>
          </p>
        </>
      )}
      <Loaded data={data} error={error} what={t`Set-up link`} rows={2}>
        {({ setupLink: link }) => (
          <>
            {link && (
              <RecordAction
                action={
                  <Button busy={revoke.isPending} onClick={() => revoke.mutate(undefined)}>
                    <Trans>Revoke this link</Trans>
                  </Button>
                }
              >
                <p>
                  {link.isExpired ? (
                    <Trans>Expired on {moment(link.expiresAt)}</Trans>
                  ) : (
                    <Trans>Good until {moment(link.expiresAt)}</Trans>
                  )}
                </p>
                {link.lastUsedAt && (
                  <p>
                    <Trans>Last used on {moment(link.lastUsedAt)}</Trans>
                  </p>
                )}
                {link.handedOverAt && (
                  <p>
                    <Trans>Handed over on {moment(link.handedOverAt)}: test it, then make it active.</Trans>
                  </p>
                )}
              </RecordAction>
            )}
            <RecordAction
              action={
                <Button busy={create.isPending} onClick={() => create.mutate(undefined)}>
                  {link ? <Trans>Create a new link</Trans> : <Trans>Create a set-up link</Trans>}
                </Button>
              }
            >
              <LabelledSelect
                label={t`Good for`}
                value={String(days)}
                options={[min, usual, max].map((each) => ({
                  value: String(each),
                  label: t`${plural(each, { one: '# day', other: '# days' })}`,
                }))}
                onChange={(value) => setDays(Number(value))}
              />
            </RecordAction>
          </>
        )}
      </Loaded>
    </>
  )
}
