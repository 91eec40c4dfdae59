import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageTransition } from '../ui/page-transition'
import styles from './frame.module.css'
import { NavigationBar } from './navigation-bar'
import { useScreenChange } from './use-screen-change'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The title of the screen, in the navigation bar and the window. */
    title?: MessageDescriptor
    /** The screen stands alone in its doorway, without the frame: one thing to do. */
    isAlone?: boolean
  }
}

/** The frame around every screen of a signed-in person. */
export function Frame({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const { i18n } = useLingui()
  const match = useMatches().at(-1)
  const pathname = match?.pathname ?? '/'
  const title = match && (ownTitle(match.loaderData) ?? (match.staticData.title && i18n._(match.staticData.title)))
  const announced = useScreenChange(pathname, title)
  return (
    <>
      <title>{title ? `${title} · Lintel` : 'Lintel'}</title>
      <a className={styles.skip} href="#content">
        <Trans>Skip to the content</Trans>
      </a>
      <p role="status" className="said-only">
        {announced}
      </p>
      <NavigationBar title={title} user={user} path={pathname} isOfConsole={isOfConsole(match?.routeId, user)} />
      <main id="content" tabIndex={-1} className={styles.content}>
        <PageTransition page={isOfAccount(match?.routeId) ? 'account' : pathname}>{children}</PageTransition>
      </main>
    </>
  )
}

/** The screens that the hub of the enterprise tools leads to, for those who have it. */
const isOfConsole = (route: string | undefined, { customerAdminFor }: CurrentUser): boolean =>
  customerAdminFor.length > 0 && /\/_(customer-admin|administration|staff)\/(?!dashboard)/.test(route ?? '')

/** The parts of the account page are one page: going from one to the other, what stands around them stays. */
const isOfAccount = (route = ''): boolean => route.startsWith('/_signed-in/_account/')

/** A screen about one thing is called after it: its loader gives the title. */
const ownTitle = (loaderData: unknown): string | undefined => (loaderData as { title?: string } | undefined)?.title
