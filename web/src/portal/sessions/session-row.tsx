import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { Session } from '@lintel/contract/identity/sessions'
import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { lastSeen } from './last-seen'
import styles from './sessions.module.css'

const isPhone = ({ system }: Session) => system === 'iOS' || system === 'Android'

/** A session: device, location, sign-in method and last activity. */
export function SessionRow({ session, onEnd }: { session: Session; onEnd(): void }) {
  const { t } = useMacro()
  const name = useDeviceName(session)
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
            <span className={styles.currentDevice}>
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
          <LastSeenText session={session} />
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

function useDeviceName({ browser, system }: Session): string {
  const { t } = useMacro()
  if (browser !== null && system !== null) return t`${browser} on ${system}`
  return browser ?? system ?? t`Unknown device`
}

function Method({ session: { method, provider, secondFactor } }: { session: Session }) {
  if (method === 'guest') return <Trans>Guest link</Trans>
  if (method === 'federation') return provider === null ? <Trans>Sign-in provider</Trans> : provider
  return secondFactor ? <Trans>Passkey, or password and verification code</Trans> : <Trans>Password</Trans>
}

function LastSeenText({ session: { lastSeenAt } }: { session: Session }) {
  const { i18n } = useLingui()
  const age = lastSeen(lastSeenAt, Date.now())
  const exact = i18n.date(new Date(lastSeenAt), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <time dateTime={lastSeenAt} title={exact}>
      {age.ago === 'now' && <Trans>Active now</Trans>}
      {age.ago === 'minute' && (
        <Plural value={age.count} one="Last active # minute ago" other="Last active # minutes ago" />
      )}
      {age.ago === 'hour' && <Plural value={age.count} one="Last active # hour ago" other="Last active # hours ago" />}
      {age.ago === 'long' && <Trans>Last active {exact}</Trans>}
    </time>
  )
}
