import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { customers } from '@lintel/contract/customers/customers'
import { type ApiToken, apiTokenDays, revokeApiToken } from '@lintel/contract/identity/api-tokens'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask'
import { unlessNotFound } from '../../api/failure'
import { Loaded } from '../../api/form/loaded'
import { one } from '../../api/resource'
import { useSave } from '../../api/use-save'
import { RecordSection } from '../../shell/records/record-page'
import { ShownOnce } from '../../shell/records/shown-once'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { EmptyState } from '../../ui/empty-state'
import { showToast } from '../../ui/toast'
import { ApiTokenRow } from './api-token-row'
import { apiTokensOf } from './api-tokens-of'
import { MakeApiToken } from './make-api-token'
import styles from './security.module.css'

/** The API tokens of a customer: listed with their last use, made and revoked. */
export function ApiTokens({ customer }: { customer: string }) {
  const { t } = useLingui()
  const { data, error } = useQuery(apiTokensOf(customer))
  const { data: owner, error: ownerError } = useQuery(one(customers, customer))
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<string>()
  const [asking, setAsking] = useState<ApiToken>()
  const revoke = useSave({
    // One that ended by itself meanwhile is what was wanted.
    work: ({ id }: ApiToken) => ask(revokeApiToken, { parameters: { id } }).catch(unlessNotFound),
    touches: [apiTokensOf(customer)],
    onSaved: () => showToast({ kind: 'done', text: t`The token has been revoked.` }),
  })
  const apiUsers = owner?.record.apiUsers
  const name = asking?.name || asking?.apiUser

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
            <Button onClick={() => setMaking(true)} disabled={!apiUsers}>
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
                    <ApiTokenRow key={token.id} token={token} onRevoke={() => setAsking(token)} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </>
      )}
      {isMaking && apiUsers && (
        <MakeApiToken
          customer={customer}
          apiUsers={apiUsers}
          onMade={(token) => {
            setMaking(false)
            setMade(token)
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {made !== undefined && (
        <ShownOnce title={t`Copy the token now`} label={t`Token`} value={made} onClose={() => setMade(undefined)}>
          <Trans>It is shown this once. Whoever has it can do what it may do.</Trans>
        </ShownOnce>
      )}
      {asking && (
        <Confirm
          title={t`Revoke this token?`}
          action={<Trans>Revoke</Trans>}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(asking, { onSettled: () => setAsking(undefined) })}
          onCancel={() => setAsking(undefined)}
        >
          <Trans>Programs that work with {name} are refused from now on.</Trans>
        </Confirm>
      )}
    </RecordSection>
  )
}
