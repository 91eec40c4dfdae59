import { Trans } from '@lingui/react/macro'
import { CallFailure } from '../../api/failure'
import { useDay } from '../../ui/day'
import { Notice } from '../../ui/notice'

/** The link opened nothing. One whose last day is over says so; unknown and withdrawn are not told apart (security B7). */
export function GuestNotice({ error }: { error: unknown }) {
  const ended = endedAccess(error)
  return ended ? <AccessEnded {...ended} /> : <NoLink />
}

function AccessEnded({ lastDay, inviter }: { lastDay: string; inviter: string }) {
  const day = useDay()(lastDay)
  return (
    <Notice kind="problem" title={<Trans>Your access ended on {day}</Trans>}>
      <p>
        <Trans>Ask {inviter} for a later end date: this link then works again.</Trans>
      </p>
    </Notice>
  )
}

const NoLink = () => (
  <Notice kind="problem" title={<Trans>This guest link is not valid</Trans>}>
    <p>
      <Trans>
        It may have been withdrawn. Ask the person who invited you for a new one, or sign in with an account.
      </Trans>
    </p>
  </Notice>
)

/** The last day and who invited, as the server's answer has them. */
function endedAccess(error: unknown): { lastDay: string; inviter: string } | undefined {
  const meta = error instanceof CallFailure && error.code === 'guestAccessEnded' ? error.problems[0]?.meta : undefined
  const { lastDay, inviter } = meta ?? {}
  return typeof lastDay === 'string' && typeof inviter === 'string' ? { lastDay, inviter } : undefined
}
