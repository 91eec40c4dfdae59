import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { DisplayToken } from '@lintel/contract/identity/display-tokens'
import { useAccountLabel } from '../../../shell/records/use-account-label'
import { Button } from '../../../ui/button'
import styles from './put-on-wall.module.css'

/** One link: its screen, its creator, its expiry and its last use. */
export function WallLinkRow({ token, onRevoke }: { token: DisplayToken; onRevoke(): void }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const accountLabel = useAccountLabel()
  const { name, createdAt, createdBy, expiresAt, lastUsedAt } = token
  const day = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'medium' })
  const [made, maker, until] = [day(createdAt), accountLabel(createdBy), day(expiresAt)]
  const used = lastUsedAt && i18n.date(new Date(lastUsedAt), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <li className={styles.row}>
      <div className={styles.screen}>
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>
          <Trans>
            Created on {made} by {maker}
          </Trans>
        </span>
        <span className={styles.detail}>
          <Trans>Good until {until}</Trans>
        </span>
        <span className={styles.detail}>{used ? <Trans>Last used {used}</Trans> : <Trans>Not used yet</Trans>}</span>
      </div>
      <Button size="small" aria-label={t`Revoke the link of ${name}`} onClick={onRevoke}>
        <Trans>Revoke</Trans>
      </Button>
    </li>
  )
}
