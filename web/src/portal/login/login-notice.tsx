import { Trans, useLingui } from '@lingui/react/macro'
import { CallFailure } from '../../api/failure'
import { problemTexts } from '../../i18n/problem-texts'
import { Notice } from '../../ui/notice'
import type { LoginEntry } from './login-entry'
import { loginFailure } from './login-failure'

/** What stands above the form: why it did not work, the welcome of an invitation, or why one is here again. */
export function LoginNotice({ error, entry }: { error: unknown; entry: LoginEntry }) {
  const { email, temporaryPassword, hasEnded } = entry
  if (error) return <FailureNotice error={error} />
  if (hasEnded) {
    return (
      <Notice title={<Trans>Your session has ended</Trans>}>
        <p>
          <Trans>Sign in again to go on where you were.</Trans>
        </p>
      </Notice>
    )
  }
  if (temporaryPassword === undefined || email === '') return null
  return (
    <Notice title={<Trans>You have been invited to a project</Trans>}>
      <p>
        <Trans>
          The invitation went to <b>{email}</b>. Sign in to open the project.
        </Trans>
      </p>
    </Notice>
  )
}

function FailureNotice({ error }: { error: unknown }) {
  const { i18n } = useLingui()
  switch (loginFailure(error)) {
    case 'invalid-grant':
      return (
        <Notice kind="problem" title={<Trans>Hi, we were not able to log you in</Trans>}>
          <ul>
            <li>
              <Trans>Check that this email address is registered.</Trans>
            </li>
            <li>
              <Trans>Check your password: capital letters count.</Trans>
            </li>
            <li>
              <Trans>Check that you are in the right region.</Trans>
            </li>
          </ul>
        </Notice>
      )
    case 'no-network':
      return (
        <Notice kind="problem" title={<Trans>There is no connection to the server</Trans>}>
          <p>
            <Trans>Check your network and try again.</Trans>
          </p>
        </Notice>
      )
    case 'challenge':
      return <Notice kind="problem" title={i18n._(problemTexts.CHALLENGE_REQUESTED)} />
    case 'password-reset-needed':
      return <Notice kind="problem" title={i18n._(problemTexts.password_reset_needed)} />
    case 'other':
      return (
        <Notice kind="problem" title={i18n._(problemTexts[error instanceof CallFailure ? error.code : 'internal'])} />
      )
  }
}
