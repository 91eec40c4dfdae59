import { Trans } from '@lingui/react/macro'
import { CallFailure } from '../../api/failure'
import { Notice } from '../../ui/notice'
import { useFormatDay } from '../../ui/use-format-day'

/**
 * The guest link is not valid. Expired access is reported as such; unknown and withdrawn links are not distinguished
 * (security B7).
 */
export function GuestNotice({ error }: { error: unknown }) {
  const ended = endedAccess(error)
  return ended ? <AccessEnded {...ended} /> : <InvalidGuestLink />
}

function AccessEnded({ lastDay, inviter }: { lastDay: string; inviter: string }) {
  const day = useFormatDay()(lastDay)
  return (
    <Notice kind="problem" title={<Trans>Your access ended on {day}</Trans>}>
      <p>
        <Trans>Ask {inviter} for a later end date: this link then works again.</Trans>
      </p>
    </Notice>
  )
}

const InvalidGuestLink = () => (
  <Notice kind="problem" title={<Trans>This guest link is not valid</Trans>}>
    <p>
      <Trans>
        It may have been withdrawn. Ask the person who invited you for a new one, or sign in with an account.
      </Trans>
    </p>
  </Notice>
)

/** The last day and the inviter from the server's response. */
function endedAccess(error: unknown): { lastDay: string; inviter: string } | undefined {
  const meta = error instanceof CallFailure && error.code === 'guestAccessEnded' ? error.problems[0]?.meta : undefined
  const { lastDay, inviter } = meta ?? {}
  return typeof lastDay === 'string' && typeof inviter === 'string' ? { lastDay, inviter } : undefined
}
