import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { customers } from '@lintel/contract/customers/customers'
import { type ApiToken, apiTokenDays, revokeApiToken } from '@lintel/contract/identity/api-tokens'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/call-api'
import { Loaded } from '../../api/form/loaded'
import { useCreatedSecrets } from '../../api/form/use-created-secrets'
import { one } from '../../api/resource'
import { useRevoke } from '../../api/use-revoke'
import { RecordSection } from '../../shell/records/record-page'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { RevocableList } from '../../ui/credentials/revocable-row'
import { SecretDialog } from '../../ui/credentials/secret-dialog'
import { EmptyState } from '../../ui/empty-state'
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
  const created = useCreatedSecrets<string>(t`A token was created, but you left before it was shown. Revoke it.`)
  const revocation = useRevoke<ApiToken>({
    work: ({ id }) => callApi(revokeApiToken, { parameters: { id } }),
    invalidates: [apiTokensQuery(customer)],
    describeDone: () => t`The token has been revoked.`,
  })
  const apiUsers = owner?.record.apiUsers
  const name = revocation.asked?.name || revocation.asked?.apiUser

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
                <RevocableList>
                  {tokens.map((token) => (
                    <ApiTokenRow key={token.id} token={token} onRevoke={() => revocation.ask(token)} />
                  ))}
                </RevocableList>
              )
            }
          </Loaded>
        </>
      )}
      {isCreating && apiUsers && (
        <CreateApiToken
          customer={customer}
          apiUsers={apiUsers}
          onCreated={created.add}
          onClose={() => setCreating(false)}
        />
      )}
      {created.current !== undefined && (
        <SecretDialog
          key={created.current}
          title={t`Copy the token now`}
          label={t`Token`}
          value={created.current}
          onClose={created.close}
        >
          <Trans>It is shown this once. Whoever has it can do what it may do.</Trans>
        </SecretDialog>
      )}
      {revocation.asked && (
        <Confirm title={t`Revoke this token?`} action={<Trans>Revoke</Trans>} {...revocation.answers}>
          <Trans>Programs that work with {name} are refused from now on.</Trans>
        </Confirm>
      )}
    </RecordSection>
  )
}
