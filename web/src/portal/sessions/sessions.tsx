import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { endOtherSessions, endSession, type Session } from '@lintel/contract/identity/sessions'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ask } from '../../api/ask'
import { unlessNotFound } from '../../api/failure'
import { useSave } from '../../api/use-save'
import { AccountPart } from '../../shell/account-part'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { showToast } from '../../ui/toast'
import { SessionRow } from './session-row'
import styles from './sessions.module.css'
import { signedInPlaces } from './signed-in-places'

/** The page while the places are asked for. */
export const SessionsLoading = () => (
  <AccountPart title={<Trans>Where you are signed in</Trans>}>
    <SkeletonRows rows={3} />
  </AccountPart>
)

/** Where the person is signed in, and signing out from there; below it what else holds a way in. */
export function Sessions({ sessions, children }: { sessions: readonly Session[]; children?: ReactNode }) {
  const { t } = useMacro()
  const [asking, setAsking] = useState<'others' | Session>()
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  const count = others.length

  const end = useSave({
    // One that ended by itself meanwhile is what was wanted.
    work: async (which: 'others' | Session): Promise<void> => {
      if (which === 'others') await ask(endOtherSessions)
      else await ask(endSession, { parameters: { id: which.id } }).catch(unlessNotFound)
    },
    touches: [signedInPlaces],
    onSaved: (_nothing, which) =>
      showToast({ kind: 'done', text: which === 'others' ? t`Signed out everywhere else.` : t`Signed out there.` }),
  })

  return (
    <AccountPart
      title={<Trans>Where you are signed in</Trans>}
      act={
        count > 0 && (
          <Button onClick={() => setAsking('others')}>
            <Trans>Sign out everywhere else</Trans>
          </Button>
        )
      }
    >
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setAsking(session)} />
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
      {asking && (
        <Confirm
          title={asking === 'others' ? t`Sign out everywhere else?` : t`Sign out there?`}
          action={<Trans>Sign out</Trans>}
          busy={end.isPending}
          onConfirm={() => end.mutate(asking, { onSettled: () => setAsking(undefined) })}
          onCancel={() => setAsking(undefined)}
        >
          {asking === 'others' ? (
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
