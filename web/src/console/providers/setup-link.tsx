import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type SsoProvider, ssoProviders } from '@lintel/contract/customers/providers'
import {
  createSetupLink,
  readSetupLink,
  revokeSetupLink,
  setupLinkDays,
} from '@lintel/contract/identity/provider-setup'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask'
import { Loaded } from '../../api/form/loaded'
import { useSave } from '../../api/use-save'
import { RecordAct } from '../../shell/records/record-page'
import { Button } from '../../ui/button'
import { CopyField } from '../../ui/copy-field'
import { LabelledSelect } from '../../ui/labelled-select'
import styles from './providers.module.css'

const { shortest, usual, longest } = setupLinkDays

/** The link by which a customer's own IT department enters the connection of a provider that was never active. */
export function SetupLinkOf({ provider: { id, version } }: { provider: SsoProvider }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const [days, setDays] = useState<number>(usual)
  const queryKey = [ssoProviders.type, 'setup-link', id, version]
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(readSetupLink, { parameters: { provider: id }, signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  const readAgain = () => queries.invalidateQueries({ queryKey })
  const make = useSave({
    work: () => ask(createSetupLink, { parameters: { provider: id }, body: { days } }),
    onSaved: readAgain,
  })
  const end = useSave({
    work: () => ask(revokeSetupLink, { parameters: { provider: id } }),
    onSaved() {
      make.reset()
      void readAgain()
    },
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
      {make.data && (
        <>
          <CopyField label={t`Set-up link`} value={make.data.address} />
          <p className={styles.words}>
            <Trans>It is shown this once.</Trans>
          </p>
        </>
      )}
      <Loaded data={data} error={error} what={t`Set-up link`} rows={2}>
        {({ setupLink: link }) => (
          <>
            {link && (
              <RecordAct
                action={
                  <Button busy={end.isPending} onClick={() => end.mutate(undefined)}>
                    <Trans>End this link</Trans>
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
              </RecordAct>
            )}
            <RecordAct
              action={
                <Button busy={make.isPending} onClick={() => make.mutate(undefined)}>
                  {link ? <Trans>Create a new link</Trans> : <Trans>Create a set-up link</Trans>}
                </Button>
              }
            >
              <LabelledSelect
                label={t`Good for`}
                value={String(days)}
                options={[shortest, usual, longest].map((each) => ({
                  value: String(each),
                  label: t`${plural(each, { one: '# day', other: '# days' })}`,
                }))}
                onChange={(value) => setDays(Number(value))}
              />
            </RecordAct>
          </>
        )}
      </Loaded>
    </>
  )
}
