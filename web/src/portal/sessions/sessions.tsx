import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { endOtherSessions, endSession, type Session } from '@lintel/contract/identity/sessions'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { callApi } from '../../api/call-api'
import { ignoreNotFound } from '../../api/failure'
import { useSave } from '../../api/use-save'
import { AccountPart } from '../../shell/account-part'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { showToast } from '../../ui/toast'
import { mySessions } from './my-sessions'
import { SessionRow } from './session-row'
import styles from './sessions.module.css'

/** The page while the sessions are loading. */
export const SessionsLoading = () => (
  <AccountPart title={<Trans>Where you are signed in</Trans>}>
    <SkeletonRows rows={3} />
  </AccountPart>
)

/** The user's sessions, which can be ended; below them other credentials such as report tokens. */
export function Sessions({ sessions, children }: { sessions: readonly Session[]; children?: ReactNode }) {
  const { t } = useMacro()
  const [confirming, setConfirming] = useState<'others' | Session>()
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  const count = others.length

  const end = useSave({
    // A session that no longer exists counts as ended.
    work: async (target: 'others' | Session): Promise<void> => {
      if (target === 'others') await callApi(endOtherSessions)
      else await callApi(endSession, { parameters: { id: target.id } }).catch(ignoreNotFound)
    },
    invalidates: [mySessions],
    onSaved: (_nothing, target) =>
      showToast({ kind: 'done', text: target === 'others' ? t`Signed out everywhere else.` : t`Signed out there.` }),
  })

  return (
    <AccountPart
      title={<Trans>Where you are signed in</Trans>}
      action={
        count > 0 && (
          <Button onClick={() => setConfirming('others')}>
            <Trans>Sign out everywhere else</Trans>
          </Button>
        )
      }
    >
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setConfirming(session)} />
        ))}
      </ul>
      <p className={styles.foot}>
        {count === 0 ? (
          <Trans>You are signed in nowhere else.</Trans>
        ) : (
          <Trans>
            Something you do not recognize? Sign out there and <Link to="/change-password">change your password</Link>.
          </Trans>
        )}
      </p>
      {children}
      {confirming && (
        <Confirm
          title={confirming === 'others' ? t`Sign out everywhere else?` : t`Sign out there?`}
          action={<Trans>Sign out</Trans>}
          busy={end.isPending}
          onConfirm={() => end.mutate(confirming, { onSettled: () => setConfirming(undefined) })}
          onCancel={() => setConfirming(undefined)}
        >
          {confirming === 'others' ? (
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
