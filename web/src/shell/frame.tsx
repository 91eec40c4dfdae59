import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useState } from 'react'
import { PageTransition } from '../ui/page-transition'
import styles from './frame.module.css'
import { NavigationBar } from './navigation-bar'
import { useScreenChange } from './use-screen-change'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The title of the screen, in the navigation bar and the window. */
    title?: MessageDescriptor
    /** The screen stands alone in its auth-layout, without the frame: one thing to do. */
    isAlone?: boolean
  }
}

/** The frame around every screen of a signed-in person. */
export function Frame({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const { i18n } = useLingui()
  const matches = useMatches()
  const match = matches.at(-1)
  const pathname = match?.pathname ?? '/'
  const title = useTitleOfRecord(loaded(match).titled) ?? (match?.staticData.title && i18n._(match.staticData.title))
  const around = matches.map((each) => loaded(each).around).find((each) => each !== undefined)
  // What stays around the screens of one guard stays while those of another one are on their way.
  const [before, setBefore] = useState(() => around)
  if (around !== undefined && around !== before) setBefore(() => around)
  const Around = around ?? (isOfTools(match?.routeId) ? before : undefined)
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
        <PageTransition page={Around ? 'tools' : isOfAccount(match?.routeId) ? 'account' : pathname}>
          {Around ? <Around>{children}</Around> : children}
        </PageTransition>
      </main>
    </>
  )
}

/** The screens that the hub of the enterprise tools leads to, for those who have it. */
const isOfConsole = (route: string | undefined, { customerAdminFor }: CurrentUser): boolean =>
  customerAdminFor.length > 0 && isOfTools(route) && !route?.includes('/dashboard')

/** The enterprise tools, by the guards of their screens. */
const isOfTools = (route = ''): boolean => /\/_(customer-admin|administration|staff)\//.test(route)

/** The parts of the account page are one page: going from one to the other, what stands around them stays. */
const isOfAccount = (route = ''): boolean => route.startsWith('/_signed-in/_account/')

/** What the loader of a route may give to the frame. */
export interface ForFrame {
  /** The screen is about this record, and is called after it. */
  titled?: Titled
  /** Stays around all screens of the routes that give the same. */
  around?: ComponentType<{ children: ReactNode }>
}

/** How a record with a name is read. */
type Titled = { queryKey: QueryKey }

const loaded = (match: { loaderData?: unknown } | undefined): ForFrame => (match?.loaderData ?? {}) as ForFrame

const untitled: Titled = { queryKey: [] }

/** The name of the record as it is now, whoever has changed it since its screen was opened. */
const useTitleOfRecord = (titled = untitled): string | undefined =>
  (useQuery({ ...titled, enabled: false }).data as { record?: { name: string } } | undefined)?.record?.name
