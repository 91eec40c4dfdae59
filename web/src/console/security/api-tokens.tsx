import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { customers } from '@lintel/contract/customers/customers'
import { type ApiToken, apiTokenDays, revokeApiToken } from '@lintel/contract/identity/api-tokens'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/call-api'
import { ignoreNotFound } from '../../api/failure'
import { Loaded } from '../../api/form/loaded'
import { one } from '../../api/resource'
import { useSave } from '../../api/use-save'
import { RecordSection } from '../../shell/records/record-page'
import { SecretDialog } from '../../shell/records/secret-dialog'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { EmptyState } from '../../ui/empty-state'
import { showToast } from '../../ui/toast'
import { ApiTokenRow } from './api-token-row'
import { apiTokensQuery } from './api-tokens-query'
import { CreateApiToken } from './create-api-token'
import styles from './security.module.css'

/** The API tokens of a customer with their last use; they can be created and revoked. */
export function ApiTokens({ customer }: { customer: string }) {
  const { t } = useLingui()
  const { data, error } = useQuery(apiTokensQuery(customer))
  const { data: owner, error: ownerError } = useQuery(one(customers, customer))
  const [isCreating, setCreating] = useState(false)
  const [createdToken, setCreatedToken] = useState<string>()
  const [confirming, setConfirming] = useState<ApiToken>()
  const revoke = useSave({
    // A token that has expired in the meantime counts as revoked.
    work: ({ id }: ApiToken) => callApi(revokeApiToken, { parameters: { id } }).catch(ignoreNotFound),
    invalidates: [apiTokensQuery(customer)],
    onSaved: () => showToast({ kind: 'done', text: t`The token has been revoked.` }),
  })
  const apiUsers = owner?.record.apiUsers
  const name = confirming?.name || confirming?.apiUser

  return (
    <RecordSection title={<Trans>API tokens</Trans>}>
      <p className={styles.about}>
        <Trans>
          A program works with such a token as one of this customer’s API users, within the scopes that the token has,
          for at most <Plural value={apiTokenDays} one="# day" other="# days" />.
        </Trans>
      </p>
      {apiUsers?.length === 0 ? (
        <EmptyState
          title={<Trans>This customer has no API users: the platform’s staff add them to the customer.</Trans>}
        />
      ) : (
        <>
          <p>
            <Button onClick={() => setCreating(true)} disabled={!apiUsers}>
              <Trans>Create token</Trans>
            </Button>
          </p>
          <Loaded data={owner && data?.apiTokens} error={error ?? ownerError} what={t`API tokens`}>
            {(tokens) =>
              tokens.length === 0 ? (
                <p className={styles.about}>
                  <Trans>No program works with a token of this customer.</Trans>
                </p>
              ) : (
                <ul className={styles.list}>
                  {tokens.map((token) => (
                    <ApiTokenRow key={token.id} token={token} onRevoke={() => setConfirming(token)} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </>
      )}
      {isCreating && apiUsers && (
        <CreateApiToken
          customer={customer}
          apiUsers={apiUsers}
          onCreated={(token) => {
            setCreating(false)
            setCreatedToken(token)
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {createdToken !== undefined && (
        <SecretDialog
          title={t`Copy the token now`}
          label={t`Token`}
          value={createdToken}
          onClose={() => setCreatedToken(undefined)}
        >
          <Trans>It is shown this once. Whoever has it can do what it may do.</Trans>
        </SecretDialog>
      )}
      {confirming && (
        <Confirm
          title={t`Revoke this token?`}
          action={<Trans>Revoke</Trans>}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(confirming, { onSettled: () => setConfirming(undefined) })}
          onCancel={() => setConfirming(undefined)}
        >
          <Trans>Programs that work with {name} are refused from now on.</Trans>
        </Confirm>
      )}
    </RecordSection>
  )
}
