import { Trans, useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { urls } from '@lintel/contract/settings/urls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { one } from '../api/resource'
import { isIos } from '../session/device'
import { Icon } from '../ui/icon'
import { Mark } from '../ui/mark'
import { useScreenClass } from '../ui/use-screen-class'
import { AccountMenu } from './account-menu'
import { EnterpriseMenu } from './enterprise-menu'
import styles from './navigation-bar.module.css'
import { ProjectSwitcher } from './project-switcher'

interface NavigationBarProps {
  title: ReactNode
  user: CurrentUser
  path: string
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** The bar over every screen of a signed-in person: mark, title, open project, account. */
export function NavigationBar({ title, user, path }: NavigationBarProps) {
  const { t } = useLingui()
  const screen = useScreenClass()
  const [isSwitching, setSwitching] = useState(false)

  // The keyboard belongs to the window: Ctrl-K or Cmd-K opens the switcher from every screen.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setSwitching(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.home} aria-label={t`Lintel, all projects`}>
        <Mark />
        <span>Lintel</span>
      </Link>
      {screen !== 'mobile' && <span className={styles.title}>{title}</span>}
      <button
        type="button"
        className={styles.open}
        title={t`Open project`}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setSwitching(true)}
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
      {isIos(navigator) && <Help />}
      <EnterpriseMenu user={user} screen={screen} />
      <AccountMenu user={user} path={path} />
      {isSwitching && <ProjectSwitcher onClose={() => setSwitching(false)} />}
    </header>
  )
}

/** Where help is to be had, if the operator said so. On iOS alone: elsewhere a project has its own (chapter 2). */
function Help() {
  const { t } = useLingui()
  const help = useQuery(one(urls, 'HELP'))
  return (
    help.isSuccess && (
      <a
        href={help.data.record.url}
        target="_blank"
        rel="noreferrer"
        className={styles.help}
        aria-label={t`Help`}
        title={t`Help`}
      >
        <Icon name="question" />
      </a>
    )
  )
}
