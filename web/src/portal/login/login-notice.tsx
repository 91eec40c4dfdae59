import { Trans } from '@lingui/react/macro'
import type { Region } from '@lintel/contract/settings/regions'
import { ProblemNotice } from '../../api/problem-notice'
import { addApplicationTexts } from '../../i18n/application-texts'
import { CookiesBlocked } from '../../session/cookies-blocked'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { InvalidGrant } from './invalid-grant'
import { type LoginEntry, wantsNewProject } from './login-entry'
import { loginFailure } from './login-failure'

interface LoginNoticeProps {
  entry: LoginEntry
  /** This browser blocks the cookies of this site. */
  blocksCookies: boolean
  error: unknown
  /** The address of the verification code page for a pending sign-in of this browser. */
  challenge: string | undefined
  /** The address of the password reset page for the entered email. */
  resetAddress: string
  offersReset: boolean
  /** Self-registration is enabled. */
  canRegister: boolean
  /** A new project is offered, as is the help below the form. */
  offersProject: boolean
  otherRegions: readonly Region[]
  onSwitchRegion(region: Region): void
  /** Repeats the automatic sign-in: a link whose secret has been removed from the address cannot be opened again. */
  onRetry?: (() => void) | undefined
}

/** The notice above the form: that cookies are blocked, an error, the welcome of an invitation, or why the user has to sign in again. */
export function LoginNotice({ entry, error, resetAddress, offersReset, ...props }: LoginNoticeProps) {
  const { blocksCookies, otherRegions, onSwitchRegion, onRetry } = props
  if (blocksCookies) return <CookiesBlocked />
  if (error && loginFailure(error) === 'invalid-grant') {
    return (
      <InvalidGrant
        error={error}
        resetAddress={resetAddress}
        offersReset={offersReset}
        regions={otherRegions}
        onSwitchRegion={onSwitchRegion}
      />
    )
  }
  if (error) {
    return (
      <ProblemNotice error={error}>
        {onRetry && (
          <p>
            <Button size="small" onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          </p>
        )}
      </ProblemNotice>
    )
  }
  const { challenge, canRegister, offersProject } = props
  if (challenge !== undefined) {
    return (
      <Notice title={<Trans>Your sign-in is not finished</Trans>}>
        <p>
          <Trans>
            <a href={challenge}>Enter the verification code</a>, or sign in again.
          </Trans>
        </p>
      </Notice>
    )
  }
  return (
    <Welcome
      entry={entry}
      resetAddress={resetAddress}
      offersReset={offersReset}
      canRegister={canRegister}
      offersProject={offersProject}
    />
  )
}

/** Loads the notice with the texts of every failure. */
export async function loadLoginNotice() {
  await addApplicationTexts()
  return LoginNotice
}

type WelcomeProps = Pick<LoginNoticeProps, 'entry' | 'resetAddress' | 'offersReset' | 'canRegister' | 'offersProject'>

function Welcome({ entry, resetAddress, offersReset, canRegister, offersProject }: WelcomeProps) {
  const { email, temporaryPassword, isInvitation, endedSession } = entry
  if (endedSession !== undefined) {
    return (
      <Notice title={<Trans>Your session has ended</Trans>}>
        <p>
          {endedSession === 'guest' ? (
            <Trans>Open the link in your invitation mail again to go on.</Trans>
          ) : (
            <Trans>Sign in again to go on where you were.</Trans>
          )}
        </p>
      </Notice>
    )
  }
  if (email !== '') {
    return (
      <Notice title={isInvitation && <Trans>You have been invited to a project</Trans>}>
        <p>
          {isInvitation ? (
            <Trans>
              The invitation went to <b>{email}</b>. Sign in to open the project.
            </Trans>
          ) : (
            <Trans>
              Sign in as <b>{email}</b> to go on.
            </Trans>
          )}
        </p>
        {temporaryPassword !== undefined && offersReset && (
          <p>
            <Trans>
              The link works until you have set a password. After that, use your password, or{' '}
              <a href={resetAddress}>ask for a new one</a>.
            </Trans>
          </p>
        )}
      </Notice>
    )
  }
  if (!offersProject || !wantsNewProject(entry)) return null
  return (
    <Notice title={canRegister ? <Trans>Create a project, free for 10 days</Trans> : <Trans>Create a project</Trans>}>
      <p>
        {canRegister ? (
          <Trans>
            Sign in first, or <a href="/register">create your account</a>.
          </Trans>
        ) : (
          <Trans>Sign in first. If you have no account yet, see Help below.</Trans>
        )}
      </p>
    </Notice>
  )
}
