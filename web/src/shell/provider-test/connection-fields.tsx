import { Trans, useLingui } from '@lingui/react/macro'
import type { ClientAuthentication } from '@lintel/contract/customers/providers'
import type { discoverIssuer } from '@lintel/contract/identity/provider-tests'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { useMutation } from '@tanstack/react-query'
import type { FormDraft } from '../../api/form/use-draft'
import type { useFormFields } from '../../api/form/use-form-fields'
import { ProblemNotice } from '../../api/problem-notice'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { LabelledSelect } from '../../ui/labelled-select'
import { Notice } from '../../ui/notice'
import { PasswordField } from '../../ui/password-field'
import { TestOutcome } from './test-outcome'

/** The connection fields of a provider's form. */
export interface ConnectionValues {
  issuer: string
  clientId: string
  clientSecret: string
  clientAuthentication: ClientAuthentication
}

type Discovered = CallAnswer<typeof discoverIssuer>

interface ConnectionFieldsProps {
  draft: Pick<FormDraft<ConnectionValues>, 'values' | 'set'>
  form: Pick<ReturnType<typeof useFormFields<ConnectionValues>>, 'field' | 'note'>
  hasStoredSecret: boolean
  /** Reads the issuer's published configuration. */
  discover(issuer: string): Promise<Discovered>
}

/** Issuer, client id, secret and client authentication: shared by the forms of staff and of a company's IT department. */
export function ConnectionFields({ draft, form, hasStoredSecret, discover }: ConnectionFieldsProps) {
  const { t } = useLingui()
  const { issuer, clientAuthentication } = draft.values
  const reading = useMutation({ mutationFn: discover })
  // Ignores results for another issuer.
  const { data: found, error } = reading.variables === issuer.trim() ? reading : {}
  const published = found?.published
  return (
    <>
      <TextField
        {...form.field('issuer')}
        label={t`Issuer`}
        type="url"
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        inside={
          <Button
            size="small"
            kind="quiet"
            disabled={issuer.trim() === ''}
            busy={reading.isPending}
            onClick={() => reading.mutate(issuer.trim())}
          >
            <Trans>Look it up</Trans>
          </Button>
        }
      />
      {error && <ProblemNotice error={error} />}
      {found?.trouble && <TestOutcome result={{ trouble: found.trouble, person: null, signIn: null }} />}
      {published && (
        <Notice title={t`The issuer answers as it should`}>
          <p>{published.authorizationEndpoint}</p>
        </Notice>
      )}
      <TextField {...form.field('clientId')} label={t`Client id`} autoComplete="off" spellCheck={false} />
      <PasswordField
        {...form.field('clientSecret')}
        label={t`Client secret`}
        autoComplete="new-password"
        hint={hasStoredSecret ? t`A secret is stored and never shown. Leave this empty to keep it.` : undefined}
      />
      <LabelledSelect
        label={t`Client authentication`}
        hint={form.note('clientAuthentication')}
        value={clientAuthentication}
        options={[
          { value: 'automatic', label: t`As the provider publishes it` },
          { value: 'client_secret_post', label: t`Secret in the body (client_secret_post)` },
          { value: 'client_secret_basic', label: t`Secret in the header (client_secret_basic)` },
        ]}
        onChange={(value) => draft.set('clientAuthentication', value as ClientAuthentication)}
      />
    </>
  )
}
