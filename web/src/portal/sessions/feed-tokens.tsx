import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type FeedToken, feedTokenDays, revokeFeedToken } from '@lintel/contract/identity/feed-tokens'
import { useState } from 'react'
import { ask } from '../../api/ask'
import { unlessNotFound } from '../../api/failure'
import { useSave } from '../../api/use-save'
import { type FeedCustomer, myFeedTokens } from '../../session/my-feed-tokens'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { showToast } from '../../ui/toast'
import { FeedTokenRow } from './feed-token-row'
import { MakeFeedToken } from './make-feed-token'
import styles from './sessions.module.css'

interface FeedTokensProps {
  feedTokens: readonly FeedToken[]
  customers: readonly FeedCustomer[]
}

/** The tokens with which reports elsewhere read the exports of a customer: made, listed and revoked (security D10). */
export function FeedTokens({ feedTokens, customers }: FeedTokensProps) {
  const { t } = useMacro()
  const [isMaking, setMaking] = useState(false)
  const [asking, setAsking] = useState<FeedToken>()

  const revoke = useSave({
    // One that ended by itself meanwhile is what was wanted.
    work: ({ id }: FeedToken) => ask(revokeFeedToken, { parameters: { id } }).catch(unlessNotFound),
    touches: [myFeedTokens],
    onSaved: () => showToast({ kind: 'done', text: t`The token has been revoked.` }),
  })

  return (
    <section className={styles.section} aria-labelledby="feed-tokens">
      <header className={styles.head}>
        <h2 id="feed-tokens">
          <Trans>Tokens for reports</Trans>
        </h2>
        <Button onClick={() => setMaking(true)}>
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
          onConfirm={() => revoke.mutate(asking, { onSettled: () => setAsking(undefined) })}
          onCancel={() => setAsking(undefined)}
        >
          <Trans>Reports that read {asking.customerName} with it are not updated any more.</Trans>
        </Confirm>
      )}
    </section>
  )
}
