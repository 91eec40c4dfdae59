import { Trans } from '@lingui/react/macro'
import { Notice } from '../ui/notice'

/** Shown where this browser blocks cookies: a session does not outlast the page then, whatever its sign-in answers. */
export const CookiesBlocked = () => (
  <Notice kind="problem" title={<Trans>This browser blocks cookies</Trans>}>
    <p>
      <Trans>You stay signed in by a cookie. Allow cookies for this site, then load the page again.</Trans>
    </p>
  </Notice>
)
