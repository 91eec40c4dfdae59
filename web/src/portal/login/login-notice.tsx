import { Trans, useLingui } from '@lingui/react/macro'
import { CallFailure } from '../../api/failure'
import { problemTexts } from '../../i18n/problem-texts'
import { Notice } from '../../ui/notice'
import { loginFailure } from './login-failure'

interface LoginNoticeProps {
  error: unknown
  email: string
  isInvited: boolean
}

/** What stands above the form: why it did not work, or the welcome of an invitation. */
export function LoginNotice({ error, email, isInvited }: LoginNoticeProps) {
  if (error) return <FailureNotice error={error} />
  if (!isInvited || email === '') return null
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
