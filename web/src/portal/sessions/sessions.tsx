import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { endOtherSessions, endSession, type Session } from '@lintel/contract/identity/sessions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { callApi } from '../../api/call-api'
import { useRevoke } from '../../api/use-revoke'
import { currentUser } from '../../session/current-user'
import { hasOwnPassword } from '../../session/has-own-password'
import { AccountPart } from '../../shell/account-part'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { mySessions } from './my-sessions'
import { SessionRow } from './session-row'
import styles from './sessions.module.css'

/** Stands for every session but the current one. */
const others = { id: 'others' }

/** The page while the sessions are loading. */
export const SessionsLoading = () => (
  <AccountPart title={<Trans>Where you are signed in</Trans>}>
    <SkeletonRows rows={3} />
  </AccountPart>
)

/** The user's sessions, which can be ended; below them other credentials such as report tokens. */
export function Sessions({ sessions, children }: { sessions: readonly Session[]; children?: ReactNode }) {
  const { t } = useMacro()
  const count = sessions.filter(({ isCurrent }) => !isCurrent).length
  const { ask, asked, answers } = useRevoke<{ id: string }>({
    work: ({ id }) => (id === others.id ? callApi(endOtherSessions) : callApi(endSession, { parameters: { id } })),
    invalidates: [mySessions],
    describeDone: ({ id }) => (id === others.id ? t`Signed out everywhere else.` : t`Signed out there.`),
  })

  return (
    <AccountPart
      title={<Trans>Where you are signed in</Trans>}
      action={
        count > 0 && (
          <Button onClick={() => ask(others)}>
            <Trans>Sign out everywhere else</Trans>
          </Button>
        )
      }
    >
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => ask(session)} />
        ))}
      </ul>
      <p className={styles.foot}>{count === 0 ? <Trans>You are signed in nowhere else.</Trans> : <Unrecognized />}</p>
      {children}
      {asked && (
        <Confirm
          title={asked === others ? t`Sign out everywhere else?` : t`Sign out there?`}
          action={<Trans>Sign out</Trans>}
          {...answers}
        >
          {asked === others ? (
            <Plural
              value={count}
              one="# other place will be signed out. You stay signed in here."
              other="# other places will be signed out. You stay signed in here."
            />
          ) : (
            <Trans>Whoever uses it has to sign in again. What was not saved there is lost.</Trans>
          )}
        </Confirm>
      )}
    </AccountPart>
  )
}

/** What to do about a session of somebody else: who has no password here tells those who can close the way they sign in. */
function Unrecognized() {
  const { data: user } = useSuspenseQuery(currentUser)
  if (hasOwnPassword(user)) {
    return (
      <Trans>
        Something you do not recognize? Sign out there and <Link to="/change-password">change your password</Link>.
      </Trans>
    )
  }
  return user.guestOf === null ? (
    <Trans>Something you do not recognize? Sign out there and tell whoever is responsible for your sign-in.</Trans>
  ) : (
    <Trans>Something you do not recognize? Sign out there and tell whoever invited you.</Trans>
  )
}
