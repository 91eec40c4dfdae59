import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type ApiScope, apiScopes, apiTokenDays, createApiToken } from '@lintel/contract/identity/api-tokens'
import { callApi } from '../../api/call-api'
import { FormDialog } from '../../api/form/form-dialog'
import { useNewDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { Checkbox } from '../../ui/checkbox'
import { TextField } from '../../ui/field'
import { Fieldset } from '../../ui/fieldset'
import { LabelledSelect } from '../../ui/labelled-select'
import { apiTokensQuery } from './api-tokens-query'
import { scopeLabels } from './scope-labels'

interface CreateApiTokenProps {
  customer: string
  /** Emails of the customer's API users; at least one. */
  apiUsers: readonly string[]
  /** Receives the secret, which is shown only once, even if the dialog has been closed before. */
  onCreated(token: string): void
  onClose(): void
}

interface TokenValues {
  name: string
  apiUser: string
  scopes: readonly ApiScope[]
  days: number
}

/** Offered lifetimes in days. */
const lengths = [30, 90, 180, apiTokenDays] as const

/** Creates a token for an API user. */
export function CreateApiToken({ customer, apiUsers, onCreated, onClose }: CreateApiTokenProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const draft = useNewDraft<TokenValues>({ name: '', apiUser: apiUsers[0] ?? '', scopes: ['read'], days: 90 })
  const { name, apiUser, scopes, days } = draft.values
  const save = useDraftSave({
    send: () => {
      const expiresAt = new Date(Date.now() + days * 86_400_000).toISOString()
      return callApi(createApiToken, { body: { apiUser, name, scopes: [...scopes], expiresAt, customer } })
    },
    invalidates: [apiTokensQuery(customer)],
    onSaved: ({ token }) => onCreated(token),
    leave: onClose,
  })
  const isReady = apiUser !== '' && scopes.length > 0

  return (
    <FormDialog
      title={t`Create an API token`}
      isDirty={draft.isDirty}
      save={save}
      isDisabled={!isReady}
      action={<Trans>Create token</Trans>}
      onSubmit={() => isReady && save.save()}
      onClose={onClose}
    >
      <TextField
        label={t`What it is for`}
        value={name}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) => draft.set('name', target.value)}
        data-autofocus
      />
      <LabelledSelect
        label={t`API user`}
        value={apiUser}
        options={apiUsers.map((email) => ({ value: email, label: email }))}
        onChange={(value) => draft.set('apiUser', value)}
      />
      <Fieldset legend={<Trans>What it may do</Trans>}>
        {apiScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={i18n._(scopeLabels[scope])}
            checked={scopes.includes(scope)}
            onChange={({ target }) =>
              draft.set(
                'scopes',
                apiScopes.filter((each) => (each === scope ? target.checked : scopes.includes(each))),
              )
            }
          />
        ))}
      </Fieldset>
      <LabelledSelect
        label={t`Good for`}
        value={String(days)}
        options={lengths.map((length) => ({
          value: String(length),
          label: t`${plural(length, { one: '# day', other: '# days' })}`,
        }))}
        onChange={(value) => draft.set('days', Number(value))}
      />
    </FormDialog>
  )
}
