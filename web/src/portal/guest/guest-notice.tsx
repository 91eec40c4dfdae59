import { Trans } from '@lingui/react/macro'
import { Notice } from '../../ui/notice'

/** The link opened nothing: unknown, over and withdrawn are not told apart (security B7). */
export const GuestNotice = () => (
  <Notice kind="problem" title={<Trans>This guest link does not open anything any more</Trans>}>
    <p>
      <Trans>
        It may have reached its last day, or it was withdrawn. Ask whoever invited you for a new one, or sign in with an
        account.
      </Trans>
    </p>
  </Notice>
)
