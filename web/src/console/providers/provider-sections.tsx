import { Trans, useLingui } from '@lingui/react/macro'
import { federationCallbackPath } from '@lintel/contract/identity/federation-callback'
import { discoverIssuer } from '@lintel/contract/identity/provider-tests'
import { callApi } from '../../api/call-api'
import { ConnectionFields } from '../../shell/provider-test/connection-fields'
import { RecordSection } from '../../shell/records/record-page'
import { CopyField } from '../../ui/copy-field'
import { TextArea, TextField } from '../../ui/field'
import { HintedCheckbox } from '../../ui/hinted-checkbox'
import { EmailPattern } from './email-pattern'
import type { ProviderFormPart } from './provider-appearance'
import styles from './providers.module.css'

/** Id, name and description of a provider; `id` is undefined for a new one, whose id can still be chosen. */
export function ProviderIdentity({ form, labels, id }: ProviderFormPart & { id: string | undefined }) {
  const { t } = useLingui()
  return (
    <RecordSection title={<Trans>Provider</Trans>}>
      {id === undefined ? (
        <TextField
          {...form.field('id')}
          label={labels.id}
          hint={t`People type it as company id. It cannot be changed later.`}
          required
          autoComplete="off"
          spellCheck={false}
          autoFocus
        />
      ) : (
        <p className={styles.words}>
          {labels.id}: {id}
        </p>
      )}
      <TextField {...form.field('name')} label={labels.name} required autoComplete="off" dir="auto" />
      <TextArea {...form.field('description')} label={labels.description} optional={t`optional`} dir="auto" />
    </RecordSection>
  )
}

/** The connection to a provider's OpenID Connect server. */
export function ProviderConnection({
  draft,
  form,
  labels,
  hasStoredSecret,
}: ProviderFormPart & { hasStoredSecret: boolean }) {
  const { t } = useLingui()
  return (
    <RecordSection title={<Trans>Connection</Trans>}>
      <CopyField label={t`Redirect address for the other side`} value={location.origin + federationCallbackPath} />
      <ConnectionFields
        {...{ draft, form, hasStoredSecret }}
        discover={(issuer) => callApi(discoverIssuer, { body: { issuer } })}
      />
      <TextField
        {...form.field('scopes')}
        label={labels.scopes}
        optional={t`optional`}
        placeholder="openid email profile"
        autoComplete="off"
        spellCheck={false}
      />
    </RecordSection>
  )
}

/** Whose email addresses belong to a provider. */
export const ProviderAddresses = (part: ProviderFormPart) => (
  <RecordSection title={<Trans>Whose addresses</Trans>}>
    <EmailPattern {...part} />
    <div className={styles.checks}>
      <ProviderCheckbox {...part} field="emailMatch" />
    </div>
  </RecordSection>
)

/** Where a provider leads people after they sign in and out. */
export function ProviderPages({ form, labels }: ProviderFormPart) {
  const { t } = useLingui()
  return (
    <RecordSection title={<Trans>After signing in and out</Trans>}>
      {(['landingPage', 'logoutUri'] as const).map((field) => (
        <TextField
          key={field}
          {...form.field(field)}
          label={labels[field]}
          optional={t`optional`}
          type="url"
          placeholder="https://"
          autoComplete="off"
        />
      ))}
    </RecordSection>
  )
}

/** Who can sign in with a provider, and to whom it is offered. */
export function ProviderAccess({ isNew, ...part }: ProviderFormPart & { isNew: boolean }) {
  const { t } = useLingui()
  return (
    <RecordSection title={<Trans>Who can use it</Trans>}>
      <div className={styles.checks}>
        <ProviderCheckbox
          {...part}
          field="isActive"
          hint={
            isNew ? undefined : t`Switched off, or with another issuer, it signs out everybody who signed in there.`
          }
        />
        <ProviderCheckbox {...part} field="isPublic" />
        <ProviderCheckbox {...part} field="isShown" />
      </div>
    </RecordSection>
  )
}

interface ProviderCheckboxProps extends ProviderFormPart {
  field: 'emailMatch' | 'isPublic' | 'isShown' | 'isActive'
  hint?: string | undefined
}

const ProviderCheckbox = ({ draft, labels, field, hint }: ProviderCheckboxProps) => (
  <HintedCheckbox
    label={labels[field]}
    hint={hint}
    checked={draft.values[field]}
    onChange={({ target }) => draft.set(field, target.checked)}
  />
)
