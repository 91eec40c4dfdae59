import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ApiToken } from '@lintel/contract/identity/api-tokens'
import { useAccountLabel } from '../../shell/records/use-account-label'
import { Button } from '../../ui/button'
import { scopeLabels } from './scope-labels'
import styles from './security.module.css'

/** One token: owner, scopes, expiry, and time and address of its last use. */
export function ApiTokenRow({ token, onRevoke }: { token: ApiToken; onRevoke(): void }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const accountLabel = useAccountLabel()
  const { apiUser, scopes, createdAt, createdBy, lastUsedAt, lastUsedFrom, expiresAt, endedAt } = token
  const day = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'medium' })
  const name = token.name || apiUser
  const [made, until] = [day(createdAt), day(expiresAt)]
  const maker = createdBy === null ? '–' : accountLabel(createdBy)
  const used = lastUsedAt && i18n.date(new Date(lastUsedAt), { dateStyle: 'medium', timeStyle: 'short' })
  const from = lastUsedFrom ?? '–'
  const revoked = endedAt && day(endedAt)
  const isOver = revoked !== null || Date.parse(expiresAt) <= Date.now()
  return (
    <li className={styles.row} data-over={isOver || undefined}>
      <div className={styles.token}>
        <span className={styles.name}>
          {name}
          <span className={styles.mark}>
            {revoked ? (
              <Trans>Ended on {revoked}</Trans>
            ) : isOver ? (
              <Trans>Expired on {until}</Trans>
            ) : (
              <Trans>Good until {until}</Trans>
            )}
          </span>
        </span>
        <span className={styles.detail}>
          <span>{token.isServiceAccount ? <Trans>Service account {apiUser}</Trans> : apiUser}</span>
          <span>
            <Trans>
              Created on {made} by {maker}
            </Trans>
          </span>
          <span>
            {used ? (
              <Trans>
                Last used {used} from {from}
              </Trans>
            ) : (
              <Trans>Not used yet</Trans>
            )}
          </span>
        </span>
        <ul className={styles.scopes}>
          {scopes.map((scope) => (
            <li key={scope}>{i18n._(scopeLabels[scope])}</li>
          ))}
        </ul>
      </div>
      {!isOver && (
        <Button size="small" onClick={onRevoke} aria-label={t`Revoke: ${name}, created on ${made}`}>
          <Trans>Revoke</Trans>
        </Button>
      )}
    </li>
  )
}
