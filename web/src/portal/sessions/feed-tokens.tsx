import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FeedToken, feedTokenDays, revokeFeedToken } from '@lintel/contract/identity/feed-tokens'
import { useState } from 'react'
import { callApi } from '../../api/call-api'
import { useCreatedSecrets } from '../../api/form/use-created-secrets'
import { useRevoke } from '../../api/use-revoke'
import { type FeedCustomer, myFeedTokens } from '../../session/my-feed-tokens'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { RevocableList, RevocableRow } from '../../ui/credentials/revocable-row'
import { SecretDialog } from '../../ui/credentials/secret-dialog'
import { type CreatedFeedToken, CreateFeedToken } from './create-feed-token'
import styles from './sessions.module.css'

interface FeedTokensProps {
  feedTokens: readonly FeedToken[]
  customers: readonly FeedCustomer[]
}

/** The tokens with which external reports read the exports of a customer: create, list and revoke (security D10). */
export function FeedTokens({ feedTokens, customers }: FeedTokensProps) {
  const { t } = useLingui()
  const [isCreating, setCreating] = useState(false)
  const created = useCreatedSecrets<CreatedFeedToken>(
    t`A token was created, but you left before it was shown. Revoke it.`,
  )
  const revocation = useRevoke<FeedToken>({
    work: ({ id }) => callApi(revokeFeedToken, { parameters: { id } }),
    invalidates: [myFeedTokens],
    describeDone: () => t`The token has been revoked.`,
  })

  return (
    <section className={styles.section} aria-labelledby="feed-tokens">
      <header className={styles.head}>
        <h2 id="feed-tokens">
          <Trans>Tokens for reports</Trans>
        </h2>
        <Button onClick={() => setCreating(true)}>
          <Trans>Create token</Trans>
        </Button>
      </header>
      <p className={styles.about}>
        <Trans>
          A report in Power BI or another program reads the exports of one customer with such a token, and can do
          nothing else. A token is good for <Plural value={feedTokenDays} one="# day" other="# days" />.
        </Trans>
      </p>
      {feedTokens.length === 0 ? (
        <p className={styles.foot}>
          <Trans>You have no tokens for reports.</Trans>
        </p>
      ) : (
        <RevocableList>
          {feedTokens.map((feedToken) => (
            <RevocableRow
              key={feedToken.id}
              {...feedToken}
              name={feedToken.customerName}
              onRevoke={() => revocation.ask(feedToken)}
            />
          ))}
        </RevocableList>
      )}
      {isCreating && (
        <CreateFeedToken customers={customers} onCreated={created.add} onClose={() => setCreating(false)} />
      )}
      {created.current && (
        <SecretDialog
          key={created.current.id}
          title={t`Copy the token now`}
          label={t`Token`}
          value={created.current.refreshToken}
          onClose={created.close}
        >
          <Trans>
            It reads the exports of {created.current.customerName}. It is shown this once; whoever has it can read them.
          </Trans>
        </SecretDialog>
      )}
      {revocation.asked && (
        <Confirm title={t`Revoke this token?`} action={<Trans>Revoke</Trans>} {...revocation.answers}>
          <Trans>Reports that read {revocation.asked.customerName} with it are not updated any more.</Trans>
        </Confirm>
      )}
    </section>
  )
}
