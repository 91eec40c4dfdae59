import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type FeedToken, feedTokenDays, revokeFeedToken } from '@lintel/contract/identity/feed-tokens'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask'
import { failedWith } from '../../api/failure'
import { problemText } from '../../api/problem-text'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { showToast } from '../../ui/toast'
import { FeedTokenRow } from './feed-token-row'
import { MakeFeedToken } from './make-feed-token'
import { type FeedCustomer, myFeedTokens } from './my-feed-tokens'
import styles from './sessions.module.css'

interface FeedTokensProps {
  feedTokens: readonly FeedToken[]
  customers: readonly FeedCustomer[]
}

/** The tokens with which reports elsewhere read the exports of a customer: made, listed and revoked (security D10). */
export function FeedTokens({ feedTokens, customers }: FeedTokensProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const [isMaking, setMaking] = useState(false)
  const [asking, setAsking] = useState<FeedToken>()

  const revoke = useMutation({
    mutationFn: ({ id }: FeedToken) => ask(revokeFeedToken, { parameters: { id } }),
    onSuccess: () => showToast({ kind: 'done', text: t`The token has been revoked.` }),
    onError: (error) => {
      // It ended by itself meanwhile: that is what was wanted.
      if (failedWith(error, 'notFound')) showToast({ kind: 'done', text: t`The token has been revoked.` })
      else showToast({ kind: 'problem', text: i18n._(problemText(error)) })
    },
    onSettled: () => {
      setAsking(undefined)
      return queries.invalidateQueries(myFeedTokens)
    },
  })

  return (
    <section className={styles.section} aria-labelledby="feed-tokens">
      <header className={styles.head}>
        <h2 id="feed-tokens">
          <Trans>Tokens for reports</Trans>
        </h2>
        <Button onClick={() => setMaking(true)}>
          <Trans>Make a token</Trans>
        </Button>
      </header>
      <p className={styles.about}>
        <Trans>
          A report in Power BI or another program reads the exports of one customer with such a token, and can do
          nothing else. A token is good for {feedTokenDays} days.
        </Trans>
      </p>
      {feedTokens.length === 0 ? (
        <p className={styles.foot}>
          <Trans>No report reads with a token of yours.</Trans>
        </p>
      ) : (
        <ul className={styles.list}>
          {feedTokens.map((feedToken) => (
            <FeedTokenRow key={feedToken.id} feedToken={feedToken} onRevoke={() => setAsking(feedToken)} />
          ))}
        </ul>
      )}
      {isMaking && <MakeFeedToken customers={customers} onClose={() => setMaking(false)} />}
      {asking && (
        <Confirm
          title={t`Revoke this token?`}
          action={<Trans>Revoke</Trans>}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(asking)}
          onCancel={() => setAsking(undefined)}
        >
          <Trans>Reports that read {asking.customerName} with it are not updated any more.</Trans>
        </Confirm>
      )}
    </section>
  )
}
