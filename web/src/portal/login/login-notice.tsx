import { Trans } from '@lingui/react/macro'
import type { Region } from '@lintel/contract/settings/regions'
import { ProblemNotice } from '../../api/problem-notice'
import { speakMore } from '../../i18n/more-texts'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { InvalidGrant } from './invalid-grant'
import { type LoginEntry, wantsProject } from './login-entry'
import { loginFailure } from './login-failure'
import { resetAddress } from './reset-address'

interface LoginNoticeProps {
  entry: LoginEntry
  error: unknown
  /** Where the code of a sign-in is asked for that was begun in this browser and waits. */
  challenge: string | undefined
  /** What was tried last, for the link to a new password. */
  email: string
  offersReset: boolean
  /** People may register accounts of their own here. */
  canRegister: boolean
  /** Help stands below the form. */
  offersHelp: boolean
  otherRegions: readonly Region[]
  onSwitchRegion(region: Region): void
  /** Does again what the page did by itself: a link whose secret has left the address cannot be opened once more. */
  onRetry?: (() => void) | undefined
}

/** What stands above the form: why it did not work, the welcome of an invitation, or why one is here again. */
export function LoginNotice({ entry, error, email, offersReset, ...props }: LoginNoticeProps) {
  const { otherRegions, onSwitchRegion, onRetry } = props
  if (error && loginFailure(error) === 'invalid-grant') {
    return (
      <InvalidGrant
        error={error}
        email={email}
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
  const { challenge, canRegister, offersHelp } = props
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
  return <Welcome entry={entry} offersReset={offersReset} canRegister={canRegister} offersHelp={offersHelp} />
}

/** The notice, with the words for every failure. */
export async function loadLoginNotice() {
  await speakMore()
  return LoginNotice
}

type WelcomeProps = Pick<LoginNoticeProps, 'entry' | 'offersReset' | 'canRegister' | 'offersHelp'>

function Welcome({ entry, offersReset, canRegister, offersHelp }: WelcomeProps) {
  const { email, temporaryPassword, hasEnded } = entry
  if (hasEnded) {
    return (
      <Notice title={<Trans>Your session has ended</Trans>}>
        <p>
          <Trans>Sign in again to go on where you were.</Trans>
        </p>
      </Notice>
    )
  }
  if (temporaryPassword !== undefined && email !== '') {
    return (
      <Notice title={<Trans>You have been invited to a project</Trans>}>
        <p>
          <Trans>
            The invitation went to <b>{email}</b>. Sign in to open the project.
          </Trans>
        </p>
        {offersReset && (
          <p>
            <Trans>
              The link works until you have set a password. After that, use your password, or{' '}
              <a href={resetAddress(email)}>ask for a new one</a>.
            </Trans>
          </p>
        )}
      </Notice>
    )
  }
  if (email !== '') {
    return (
      <Notice>
        <p>
          <Trans>
            Sign in as <b>{email}</b> to go on.
          </Trans>
        </p>
      </Notice>
    )
  }
  if (!wantsProject(entry)) return null
  return (
    <Notice title={canRegister ? <Trans>Create a project, free for 10 days</Trans> : <Trans>Create a project</Trans>}>
      <p>
        {canRegister ? (
          <Trans>
            Sign in first, or <a href="/register">create your account</a>.
          </Trans>
        ) : offersHelp ? (
          <Trans>Sign in first. If you have no account yet, see Help below.</Trans>
        ) : (
          <Trans>Sign in first. If you have no account yet, ask your administrator for one.</Trans>
        )}
      </p>
    </Notice>
  )
}
