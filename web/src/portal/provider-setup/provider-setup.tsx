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
import { ask } from '../../api/ask'
import { Failed } from '../../api/failed'
import { CallFailure } from '../../api/failure'
import { DraftForm } from '../../api/form/draft-form'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useFormFields } from '../../api/form/use-form-fields'
import { useLeaving } from '../../api/form/use-leaving'
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

const rules = z.object({
  issuer: webAddress,
  clientId: line(500).min(1, 'required'),
  clientSecret: z.string().max(2_000, 'tooLong'),
  clientAuthentication: z.enum(clientAuthentications),
})

const groundOf = (setup: Setup): { version: number; values: ConnectionValues } => ({
  version: setup.version,
  values: {
    issuer: setup.issuer ?? '',
    clientId: setup.clientId ?? '',
    clientSecret: '',
    clientAuthentication: setup.clientAuthentication,
  },
})

const openedBy = (secret: string) => ({
  queryKey: ['provider-setup', secret],
  queryFn: ({ signal }: { signal?: AbortSignal }) =>
    ask(openProviderSetup, { body: { secret }, anonymous: true, ...(signal && { signal }) }),
  retry: false,
})

/** The link is over or was never one; anything else that went wrong may pass. */
const isEnded = (error: Error) => error instanceof CallFailure && error.status === 404

/** Where a company's own IT department enters what its provider is, tests it and hands it over, by a set-up link. */
export function ProviderSetup({ secret }: { secret: string }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { data: setup, error } = useQuery(openedBy(secret))
  if (!setup)
    return (
      <AuthScreen title={t`Set up single sign-on`}>
        {error && !isEnded(error) ? (
          <Failed error={error} what={t`Set-up link`} />
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
  const [saves, setSaves] = useState(0)
  const ground = groundOf(setup)
  const draft = useDraft(ground)
  const labels: Record<keyof ConnectionValues, string> = {
    issuer: t`Issuer`,
    clientId: t`Client id`,
    clientSecret: t`Client secret`,
    clientAuthentication: t`Client authentication`,
  }
  const form = useFormFields({ draft, schema: rules, label: (field) => labels[field] })
  const keep = (shown: Setup) => queries.setQueryData(openedBy(secret).queryKey, shown)
  const save = useDraftSave({
    ground,
    async send(on) {
      const { values, version } = draft.on(on)
      const { clientSecret, ...others } = values
      const body = {
        secret,
        version: version ?? setup.version,
        ...others,
        ...(clientSecret !== '' && { clientSecret }),
      }
      return { shown: await ask(saveProviderSetup, { body, anonymous: true }), sent: values }
    },
    readAgain: async () => groundOf(await queries.fetchQuery({ ...openedBy(secret), staleTime: 0 })),
    isDisputed: (on) => draft.on(on).conflicts.length > 0,
    touches: [],
    onRefused: form.refuse,
    onSaved({ shown, sent }) {
      keep(shown)
      // What was typed meanwhile stays.
      draft.restart(groundOf(shown), sent)
      setSaves((before) => before + 1)
      showToast({ kind: 'done', text: t`Saved` })
    },
  })
  const handOver = useSave({
    work: () => ask(handOverProviderSetup, { body: { secret }, anonymous: true }),
    onSaved: keep,
  })
  const { question } = useLeaving(draft.isTyped && !save.isSaving)
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
          if (draft.isTyped) save.save()
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
          discover={(issuer) => ask(discoverForSetup, { body: { secret, issuer }, anonymous: true })}
        />
      </DraftForm>
      <TestSignIn
        // What a test came to is told of what was stored then.
        key={saves}
        isDisabled={draft.isTyped || !isComplete}
        begin={() => ask(beginSetupTest, { body: { secret }, anonymous: true })}
        end={(brought) => ask(endSetupTest, { body: { secret, ...brought }, anonymous: true })}
      />
      {setup.handedOverAt ? (
        <Notice title={t`You have handed it over`}>
          <p>
            <Trans>The people who run the platform make it active. Until then you can still change it here.</Trans>
          </p>
        </Notice>
      ) : (
        <Button
          wide
          disabled={draft.isTyped || !isComplete}
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
