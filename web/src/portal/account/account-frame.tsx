import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useLayoutEffect, useRef } from 'react'
import { hasOwnPassword } from '../../session/has-own-password'
import { myPasskeys } from '../../session/my-passkeys'
import { secondFactorStatus } from '../../session/second-factor-status'
import { SkeletonRows } from '../../ui/skeleton-rows'
import styles from './account-frame.module.css'
import { accountParts } from './account-parts'

interface AccountFrameProps {
  user: CurrentUser
  /** The current path. */
  path: string
  /** The content of the open section. */
  children: ReactNode
}

/** The account page: a navigation of its sections and the open one. */
export function AccountFrame({ user, path, children }: AccountFrameProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const hasOwnCredentials = hasOwnPassword(user)
  const { data: mfaStatus } = useQuery({ ...secondFactorStatus, enabled: hasOwnCredentials })
  const { data: ownPasskeys } = useQuery({ ...myPasskeys, enabled: hasOwnCredentials })
  const parts = accountParts(user, { mfaStatus, ownPasskeys })
  const navRef = useRef<HTMLElement>(null)

  // On a phone the navigation is wider than the screen: scrolls the open section into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when another section is open
  useLayoutEffect(() => {
    const open = navRef.current?.querySelector<HTMLElement>('[aria-current]')
    if (navRef.current && open) navRef.current.scrollLeft += middle(open) - middle(navRef.current)
  }, [path])

  return (
    <div className={styles.account}>
      {parts.length > 1 && (
        <nav ref={navRef} className={styles.parts} aria-label={t`Account`}>
          {parts.map(({ to, title, subPaths = [] }) => (
            <Link
              key={to}
              to={to}
              className={styles.part}
              aria-current={to === path || subPaths.includes(path) ? 'page' : undefined}
            >
              {i18n._(title)}
            </Link>
          ))}
        </nav>
      )}
      <div className={styles.open}>
        {/* Suspends only the section, so that the focus stays in the navigation while it loads. */}
        <Suspense fallback={<SkeletonRows rows={3} />}>{children}</Suspense>
      </div>
    </div>
  )
}

function middle(element: HTMLElement): number {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}
