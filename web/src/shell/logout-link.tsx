import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button'
import { Icon } from '../ui/icon'

/** Routes without the sign-out link (account-portal chapter 2): an accidental tap would cost most there. */
const routesWithoutLogout = ['/login', '/projects', '/customers', '/providers']

const isLogoutHidden = (path: string): boolean =>
  routesWithoutLogout.some((route) => path === route || path.startsWith(`${route}/`))

interface LogoutLinkProps {
  /** The current path. */
  path: string
  onFollow(): void
}

/** Sign-out link, except on routes without it. */
export const LogoutLink = ({ path, onFollow }: LogoutLinkProps) =>
  !isLogoutHidden(path) && (
    <Link to="/logout" className={buttonClass({ size: 'small', wide: true })} onClick={onFollow}>
      <Icon name="logout" />
      <Trans>Sign out</Trans>
    </Link>
  )
