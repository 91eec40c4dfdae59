import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type FeedToken, feedTokenDays, revokeFeedToken } from '@lintel/contract/identity/feed-tokens'
import { useState } from 'react'
import { callApi } from '../../api/call-api'
import { ignoreNotFound } from '../../api/failure'
import { useSave } from '../../api/use-save'
import { type FeedCustomer, myFeedTokens } from '../../session/my-feed-tokens'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { showToast } from '../../ui/toast'
import { CreateFeedToken } from './create-feed-token'
import { FeedTokenRow } from './feed-token-row'
import styles from './sessions.module.css'

interface FeedTokensProps {
  feedTokens: readonly FeedToken[]
  customers: readonly FeedCustomer[]
}

/** The tokens with which external reports read the exports of a customer: create, list and revoke (security D10). */
export function FeedTokens({ feedTokens, customers }: FeedTokensProps) {
  const { t } = useMacro()
  const [isCreating, setCreating] = useState(false)
  const [confirming, setConfirming] = useState<FeedToken>()

  const revoke = useSave({
    // A token that no longer exists counts as revoked.
    work: ({ id }: FeedToken) => callApi(revokeFeedToken, { parameters: { id } }).catch(ignoreNotFound),
    invalidates: [myFeedTokens],
    onSaved: () => showToast({ kind: 'done', text: t`The token has been revoked.` }),
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
        <ul className={styles.list}>
          {feedTokens.map((feedToken) => (
            <FeedTokenRow key={feedToken.id} feedToken={feedToken} onRevoke={() => setConfirming(feedToken)} />
          ))}
        </ul>
      )}
      {isCreating && <CreateFeedToken customers={customers} onClose={() => setCreating(false)} />}
      {confirming && (
        <Confirm
          title={t`Revoke this token?`}
          action={<Trans>Revoke</Trans>}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(confirming, { onSettled: () => setConfirming(undefined) })}
          onCancel={() => setConfirming(undefined)}
        >
          <Trans>Reports that read {confirming.customerName} with it are not updated any more.</Trans>
        </Confirm>
      )}
    </section>
  )
}
