import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useLayoutEffect, useRef } from 'react'
import { myPasskeys } from '../../session/my-passkeys'
import { secondFactorStatus } from '../../session/second-factor-status'
import { SkeletonRows } from '../../ui/skeleton-rows'
import styles from './account-frame.module.css'
import { accountParts } from './account-parts'

interface AccountFrameProps {
  user: CurrentUser
  /** Where the person is. */
  path: string
  /** The part that is open. */
  children: ReactNode
}

/** The one page about the own account: its parts beside each other, and the one that is open. */
export function AccountFrame({ user, path, children }: AccountFrameProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const hasOwn = user.method === 'password' && user.guestOf === null
  const { data: factor } = useQuery({ ...secondFactorStatus, enabled: hasOwn })
  const { data: own } = useQuery({ ...myPasskeys, enabled: hasOwn })
  const parts = accountParts(user, { factor, own })
  const list = useRef<HTMLElement>(null)

  // On a phone the parts are wider than the screen: the one that is open is moved into sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part is open
  useLayoutEffect(() => {
    const open = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && open) list.current.scrollLeft += middle(open) - middle(list.current)
  }, [path])

  return (
    <div className={styles.account}>
      {parts.length > 1 && (
        <nav ref={list} className={styles.parts} aria-label={t`Account`}>
          {parts.map(({ to, title, steps = [] }) => (
            <Link
              key={to}
              to={to}
              className={styles.part}
              aria-current={to === path || steps.includes(path) ? 'page' : undefined}
            >
              {i18n._(title)}
            </Link>
          ))}
        </nav>
      )}
      <div className={styles.open}>
        {/* What is still to be fetched for a part hides no more than the part: the keyboard stays in the list. */}
        <Suspense fallback={<SkeletonRows rows={3} />}>{children}</Suspense>
      </div>
    </div>
  )
}

function middle(element: HTMLElement): number {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}
