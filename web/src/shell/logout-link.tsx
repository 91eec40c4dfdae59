import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button'
import { Icon } from '../ui/icon'

/** The routes on which the logout is hidden (account-portal chapter 2): there, a mistaken tap would cost the most. */
const routesWithoutLogout = ['/login', '/projects', '/customers', '/providers']

/** True on those routes and below them. */
const hidesLogout = (path: string): boolean =>
  routesWithoutLogout.some((route) => path === route || path.startsWith(`${route}/`))

interface LogoutLinkProps {
  /** Where the person is. */
  path: string
  onFollow(): void
}

/** The way out, wherever it is not hidden. */
export const LogoutLink = ({ path, onFollow }: LogoutLinkProps) =>
  !hidesLogout(path) && (
    <Link to="/logout" className={buttonClass({ size: 'small', wide: true })} onClick={onFollow}>
      <Icon name="logout" />
      <Trans>Sign out</Trans>
    </Link>
  )
