import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { Session } from '@lintel/contract/identity/sessions'
import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { lastSeen } from './last-seen'
import styles from './sessions.module.css'

const isPhone = ({ system }: Session) => system === 'iOS' || system === 'Android'

/** One place: what it is, where, how one got in, when it was last seen. */
export function SessionRow({ session, onEnd }: { session: Session; onEnd(): void }) {
  const { t } = useMacro()
  const name = usePlaceName(session)
  const { isCurrent, ip, city } = session
  return (
    <li className={styles.row} data-current={isCurrent || undefined}>
      <span className={styles.icon}>
        <Icon name={isPhone(session) ? 'phone' : 'desktop'} size={24} />
      </span>
      <div className={styles.place}>
        <span className={styles.name}>
          {name}
          {isCurrent && (
            <span className={styles.here}>
              <Trans>This device</Trans>
            </span>
          )}
        </span>
        <span className={styles.detail}>
          <Method session={session} />
        </span>
        <span className={styles.detail}>
          {city !== null && <span>{city}</span>}
          {ip !== null && <span>{ip}</span>}
          <SeenText session={session} />
        </span>
      </div>
      {isCurrent ? (
        <Link to="/logout" className={buttonClass({ size: 'small' })}>
          <Trans>Sign out</Trans>
        </Link>
      ) : (
        <Button size="small" onClick={onEnd} aria-label={t`Sign out: ${name}`}>
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  )
}

function usePlaceName({ browser, system }: Session): string {
  const { t } = useMacro()
  if (browser !== null && system !== null) return t`${browser} on ${system}`
  return browser ?? system ?? t`Unknown device`
}

function Method({ session: { method, provider, secondFactor } }: { session: Session }) {
  if (method === 'guest') return <Trans>Guest link</Trans>
  if (method === 'federation') return provider === null ? <Trans>Sign-in provider</Trans> : provider
  return secondFactor ? <Trans>Passkey, or password and verification code</Trans> : <Trans>Password</Trans>
}

function SeenText({ session: { lastSeenAt } }: { session: Session }) {
  const { i18n } = useLingui()
  const seen = lastSeen(lastSeenAt, Date.now())
  const exact = i18n.date(new Date(lastSeenAt), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <time dateTime={lastSeenAt} title={exact}>
      {seen.ago === 'now' && <Trans>Active now</Trans>}
      {seen.ago === 'minute' && (
        <Plural value={seen.count} one="Last active # minute ago" other="Last active # minutes ago" />
      )}
      {seen.ago === 'hour' && (
        <Plural value={seen.count} one="Last active # hour ago" other="Last active # hours ago" />
      )}
      {seen.ago === 'long' && <Trans>Last active {exact}</Trans>}
    </time>
  )
}
