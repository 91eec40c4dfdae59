import { Trans, useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { isIos } from '../session/device'
import { Icon } from '../ui/icon'
import { Mark } from '../ui/mark'
import { useScreenClass } from '../ui/use-screen-class'
import { AccountMenu } from './account-menu'
import { EnterpriseMenu } from './enterprise-menu'
import { Lazy, lazy } from './lazy'
import styles from './navigation-bar.module.css'
import type { ProjectSwitcher } from './project-switcher'

const helpLink = lazy(async () => (await import('./help-link')).HelpLink)
const projectSwitcher = lazy(async () => (await import('./project-switcher')).ProjectSwitcher)

interface NavigationBarProps {
  title: ReactNode
  user: CurrentUser
  path: string
  /** Whether the screen belongs to the console: the logo then links to its hub. */
  isConsoleScreen: boolean
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** The navigation bar of every screen of a signed-in person: logo, title, project switcher, account. */
export function NavigationBar({ title, user, path, isConsoleScreen }: NavigationBarProps) {
  const { t } = useLingui()
  const screen = useScreenClass()
  // The switcher component while it is open.
  const [Switcher, setSwitcher] = useState<typeof ProjectSwitcher>()

  // Ctrl-K or Cmd-K opens the switcher on every screen, from the first paint.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      projectSwitcher.fetch().then((fetched) => setSwitcher(() => fetched))
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  return (
    <header className={styles.bar}>
      <Link
        to={isConsoleScreen ? '/dashboard' : '/'}
        className={styles.home}
        aria-label={isConsoleScreen ? `Lintel, ${t`Enterprise tools`}` : t`Lintel, all projects`}
      >
        <Mark />
        <span>Lintel</span>
      </Link>
      {screen !== 'mobile' && <span className={styles.title}>{title}</span>}
      <button
        type="button"
        className={styles.open}
        title={t`Open project`}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={async () => {
          const fetched = await projectSwitcher.fetch()
          setSwitcher(() => fetched)
        }}
        onPointerEnter={projectSwitcher.preload}
        onFocus={projectSwitcher.preload}
      >
        <Icon name="search" />
        <span className={screen === 'mobile' ? 'said-only' : undefined}>
          <Trans>Open project</Trans>
        </span>
        {screen !== 'mobile' && (
          <kbd className={styles.keys} aria-hidden>
            {isMac() ? '⌘ K' : 'Ctrl K'}
          </kbd>
        )}
      </button>
      {isIos(navigator) && <Lazy component={helpLink} />}
      <EnterpriseMenu user={user} screen={screen} />
      <AccountMenu user={user} path={path} />
      {Switcher && <Switcher onClose={() => setSwitcher(undefined)} />}
    </header>
  )
}
