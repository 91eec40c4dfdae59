import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { clientAuthentications } from '@lintel/contract/customers/providers'
import {
  beginSetupTest,
  discoverForSetup,
  endSetupTest,
  handOverProviderSetup,
  openProviderSetup,
  type ProviderSetup as Setup,
  saveProviderSetup,
} from '@lintel/contract/identity/provider-setup'
import { line, webAddress } from '@lintel/contract/jsonapi/fields'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { callApi } from '../../api/call-api'
import { CallFailure } from '../../api/failure'
import { DraftForm } from '../../api/form/draft-form'
import { useDraft } from '../../api/form/use-draft'
import { useFormFields } from '../../api/form/use-form-fields'
import { useLeaveGuard } from '../../api/form/use-leave-guard'
import { useRebasedSave } from '../../api/form/use-rebased-save'
import { LoadError } from '../../api/load-error'
import { problemText } from '../../api/problem-text'
import { RequestId } from '../../api/request-id'
import { useSave } from '../../api/use-save'
import { AuthScreen } from '../../shell/auth-screen'
import { ConnectionFields, type ConnectionValues } from '../../shell/provider-test/connection-fields'
import { TestSignIn } from '../../shell/provider-test/test-sign-in'
import { Button } from '../../ui/button'
import { CopyField } from '../../ui/copy-field'
import { FormActions } from '../../ui/form-actions'
import { Notice } from '../../ui/notice'
import { Spinner } from '../../ui/spinner'
import { showToast } from '../../ui/toast'
import { HandedOver } from './handed-over'

const setupSchema = z.object({
  issuer: webAddress,
  clientId: line(500).min(1, 'required'),
  clientSecret: z.string().max(2_000, 'tooLong'),
  clientAuthentication: z.enum(clientAuthentications),
})

const baselineOf = (setup: Setup): { version: number; values: ConnectionValues } => ({
  version: setup.version,
  values: {
    issuer: setup.issuer ?? '',
    clientId: setup.clientId ?? '',
    clientSecret: '',
    clientAuthentication: setup.clientAuthentication,
  },
})

const setupQuery = (secret: string) => ({
  queryKey: ['provider-setup', secret],
  queryFn: ({ signal }: { signal?: AbortSignal }) =>
    callApi(openProviderSetup, { body: { secret }, anonymous: true, ...(signal && { signal }) }),
  retry: false,
})

/** The link is expired or invalid; other failures may be temporary. */
const isLinkInvalid = (error: Error) => error instanceof CallFailure && error.status === 404

/** A company's IT department enters, tests and hands over its identity provider here, by a setup link. */
export function ProviderSetup({ secret }: { secret: string }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { data: setup, error } = useQuery(setupQuery(secret))
  if (!setup)
    return (
      <AuthScreen title={t`Set up single sign-on`}>
        {error && !isLinkInvalid(error) ? (
          <LoadError error={error} what={t`Set-up link`} />
        ) : error ? (
          <Notice kind="problem" title={t`This link does not open anything any more`}>
            <p>{i18n._(problemText(error))}</p>
            <p>
              <Trans>Ask whoever sent it for a new one.</Trans>
            </p>
            <RequestId error={error} />
          </Notice>
        ) : (
          <Spinner />
        )}
      </AuthScreen>
    )
  return <SetupForm secret={secret} setup={setup} />
}

function SetupForm({ secret, setup }: { secret: string; setup: Setup }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const [saveCount, setSaveCount] = useState(0)
  const baseline = baselineOf(setup)
  const draft = useDraft(baseline)
  const labels: Record<keyof ConnectionValues, string> = {
    issuer: t`Issuer`,
    clientId: t`Client id`,
    clientSecret: t`Client secret`,
    clientAuthentication: t`Client authentication`,
  }
  const form = useFormFields({ draft, schema: setupSchema, label: (field) => labels[field] })
  const store = (stored: Setup) => queries.setQueryData(setupQuery(secret).queryKey, stored)
  const save = useRebasedSave({
    baseline,
    async send(on) {
      const { values, version } = draft.on(on)
      const { clientSecret, ...others } = values
      const body = {
        secret,
        version: version ?? setup.version,
        ...others,
        ...(clientSecret !== '' && { clientSecret }),
      }
      return { stored: await callApi(saveProviderSetup, { body, anonymous: true }), sent: values }
    },
    reload: async () => baselineOf(await queries.fetchQuery({ ...setupQuery(secret), staleTime: 0 })),
    hasConflicts: (on) => draft.on(on).conflicts.length > 0,
    invalidates: [],
    onRefused: form.refuse,
    onSaved({ stored, sent }) {
      store(stored)
      // Keeps what was typed during the save.
      draft.restart(baselineOf(stored), sent)
      setSaveCount((before) => before + 1)
      showToast({ kind: 'done', text: t`Saved` })
    },
  })
  const handOver = useSave({
    work: () => callApi(handOverProviderSetup, { body: { secret }, anonymous: true }),
    onSaved: store,
  })
  const { question } = useLeaveGuard(draft.isDirty, { isSaving: save.isSaving })
  const { name } = setup
  const until = i18n.date(new Date(setup.expiresAt), { dateStyle: 'long', timeStyle: 'short' })
  const isComplete = setup.issuer !== null && setup.clientId !== null

  return (
    <AuthScreen title={t`Set up single sign-on`}>
      <p>
        <Trans>
          You set up how the people of <b>{name}</b> sign in. This link is good until {until}.
        </Trans>
      </p>
      <p>
        <Trans>Add an OpenID Connect application at your provider, with this redirect address:</Trans>
      </p>
      <CopyField label={t`Redirect address`} value={setup.redirectAddress} />
      <DraftForm
        save={save}
        fields={Object.keys(labels)}
        conflicts={form.conflicts}
        onSubmit={(event) => {
          if (!form.check(event)) return
          if (draft.isDirty) save.save()
          else showToast({ kind: 'done', text: t`No changes` })
        }}
        actions={
          <FormActions place="start" isBusy={save.isSaving}>
            <Trans>Save</Trans>
          </FormActions>
        }
      >
        <ConnectionFields
          draft={draft}
          form={form}
          hasStoredSecret={setup.hasClientSecret}
          discover={(issuer) => callApi(discoverForSetup, { body: { secret, issuer }, anonymous: true })}
        />
      </DraftForm>
      <TestSignIn
        // A test result applies to the configuration that was stored at the time.
        key={saveCount}
        isDisabled={draft.isDirty || !isComplete}
        begin={() => callApi(beginSetupTest, { body: { secret }, anonymous: true })}
        end={(callback) => callApi(endSetupTest, { body: { secret, ...callback }, anonymous: true })}
      />
      {setup.handedOverAt ? (
        <HandedOver isFocused={handOver.isSuccess} />
      ) : (
        <Button
          wide
          disabled={draft.isDirty || !isComplete}
          busy={handOver.isPending}
          onClick={() => handOver.mutate(undefined)}
        >
          <Trans>Hand over</Trans>
        </Button>
      )}
      {question}
    </AuthScreen>
  )
}
