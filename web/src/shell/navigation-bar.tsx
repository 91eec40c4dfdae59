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
import { Late, later } from './later'
import styles from './navigation-bar.module.css'
import type { ProjectSwitcher } from './project-switcher'

const helpLink = later(async () => (await import('./help-link')).HelpLink)
const projectSwitcher = later(async () => (await import('./project-switcher')).ProjectSwitcher)

interface NavigationBarProps {
  title: ReactNode
  user: CurrentUser
  path: string
  /** A screen of the console: the mark leads to its hub. */
  isOfConsole: boolean
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** The bar over every screen of a signed-in person: mark, title, open project, account. */
export function NavigationBar({ title, user, path, isOfConsole }: NavigationBarProps) {
  const { t } = useLingui()
  const screen = useScreenClass()
  // The switcher, while it is open.
  const [Switcher, setSwitcher] = useState<typeof ProjectSwitcher>()

  // The keyboard belongs to the window: Ctrl-K or Cmd-K opens the switcher from every screen, from when it can be seen.
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
        to={isOfConsole ? '/dashboard' : '/'}
        className={styles.home}
        aria-label={isOfConsole ? `Lintel, ${t`Enterprise tools`}` : t`Lintel, all projects`}
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
        onPointerEnter={projectSwitcher.expect}
        onFocus={projectSwitcher.expect}
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
      {isIos(navigator) && <Late component={helpLink} />}
      <EnterpriseMenu user={user} screen={screen} />
      <AccountMenu user={user} path={path} />
      {Switcher && <Switcher onClose={() => setSwitcher(undefined)} />}
    </header>
  )
}
