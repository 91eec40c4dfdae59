import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../button'
import styles from './revocable-row.module.css'

/** A list of {@link RevocableRow}s. */
export const RevocableList = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul className={styles.list} aria-label={label}>
    {children}
  </ul>
)

interface RevocableRowProps {
  name: string
  createdAt: string
  /** Who has created it, where that may be somebody else. */
  maker?: string
  expiresAt: string
  /** When it was ended before that; null when it was not. */
  endedAt?: string | null
  /** Null until its first use. */
  lastUsedAt: string | null
  /** The address of the last use, where it is known. */
  lastUsedFrom?: string | null
  onRevoke(): void
  /** What else there is to say about it. */
  children?: ReactNode
}

/** A token or a link: until when it is good, who has created it, its last use, and Revoke while it is good. */
export function RevocableRow({ name, createdAt, maker, expiresAt, endedAt = null, ...rest }: RevocableRowProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const day = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'medium' })
  const [made, until] = [day(createdAt), day(expiresAt)]
  const ended = endedAt && day(endedAt)
  const isOver = ended !== null || Date.parse(expiresAt) <= Date.now()
  return (
    <li className={styles.row} data-over={isOver || undefined}>
      <div className={styles.what}>
        <span className={styles.name}>
          {name}
          <span className={styles.mark}>
            {ended ? (
              <Trans>Ended on {ended}</Trans>
            ) : isOver ? (
              <Trans>Expired on {until}</Trans>
            ) : (
              <Trans>Good until {until}</Trans>
            )}
          </span>
        </span>
        <span className={styles.detail}>
          <span>
            {maker === undefined ? (
              <Trans>Created on {made}</Trans>
            ) : (
              <Trans>
                Created on {made} by {maker}
              </Trans>
            )}
          </span>
          <LastUse at={rest.lastUsedAt} from={rest.lastUsedFrom ?? undefined} />
        </span>
        {rest.children}
      </div>
      {!isOver && (
        <Button size="small" onClick={rest.onRevoke} aria-label={t`Revoke: ${name}, created on ${made}`}>
          <Trans>Revoke</Trans>
        </Button>
      )}
    </li>
  )
}

function LastUse({ at, from }: { at: string | null; from: string | undefined }) {
  const { i18n } = useLingui()
  const used = at && i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <span>
      {!used && <Trans>Not used yet</Trans>}
      {used && from === undefined && <Trans>Last used {used}</Trans>}
      {used && from !== undefined && (
        <Trans>
          Last used {used} from {from}
        </Trans>
      )}
    </span>
  )
}
