import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { FeedToken } from '@lintel/contract/identity/feed-tokens'
import { Button } from '../../ui/button'
import styles from './sessions.module.css'

/** A token with its customer, creation, expiry and last use. */
export function FeedTokenRow({ feedToken, onRevoke }: { feedToken: FeedToken; onRevoke(): void }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { customerName, createdAt, lastUsedAt, expiresAt } = feedToken
  const day = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'medium' })
  const made = day(createdAt)
  const until = day(expiresAt)
  const used = lastUsedAt && i18n.date(new Date(lastUsedAt), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <li className={styles.row}>
      <div className={styles.place}>
        <span className={styles.name}>{customerName}</span>
        <span className={styles.detail}>
          <span>
            <Trans>Created on {made}</Trans>
          </span>
          <span>
            <Trans>Good until {until}</Trans>
          </span>
        </span>
        <span className={styles.detail}>{used ? <Trans>Last used {used}</Trans> : <Trans>Not used yet</Trans>}</span>
      </div>
      <Button size="small" onClick={onRevoke} aria-label={t`Revoke: ${customerName}, created on ${made}`}>
        <Trans>Revoke</Trans>
      </Button>
    </li>
  )
}
