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
    /** Title of the screen, in the navigation bar and the window. */
    title?: MessageDescriptor
    /** The screen is rendered without the frame, as the only thing to do. */
    isAlone?: boolean
  }
}

/** The frame around all screens of a signed-in person. */
export function Frame({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const { i18n } = useLingui()
  const matches = useMatches()
  const match = matches.at(-1)
  const pathname = match?.pathname ?? '/'
  const title =
    useRecordTitle(loaderDataOf(match).titled) ?? (match?.staticData.title && i18n._(match.staticData.title))
  const layout = matches.map((each) => loaderDataOf(each).layout).find((each) => each !== undefined)
  // The previous layout stays while screens of another guard are loading.
  const [before, setBefore] = useState(() => layout)
  if (layout !== undefined && layout !== before) setBefore(() => layout)
  const Layout = layout ?? (isToolsRoute(match?.routeId) ? before : undefined)
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
      <NavigationBar
        title={title}
        user={user}
        path={pathname}
        isConsoleScreen={isConsoleScreen(match?.routeId, user)}
      />
      <main id="content" tabIndex={-1} className={styles.content}>
        <PageTransition page={Layout ? 'tools' : isAccountRoute(match?.routeId) ? 'account' : pathname}>
          {Layout ? <Layout>{children}</Layout> : children}
        </PageTransition>
      </main>
    </>
  )
}

/** Screens that belong to the hub of the enterprise tools, for people who have it. */
const isConsoleScreen = (route: string | undefined, { customerAdminFor }: CurrentUser): boolean =>
  customerAdminFor.length > 0 && isToolsRoute(route) && !route?.includes('/dashboard')

/** Whether a route is one of the enterprise tools, by its guard. */
const isToolsRoute = (route = ''): boolean => /\/_(customer-admin|administration|staff)\//.test(route)

/** The parts of the account page count as one page, so that going between them has no transition. */
const isAccountRoute = (route = ''): boolean => route.startsWith('/_signed-in/_account/')

/** Data that a route's loader can provide for the frame. */
export interface FrameLoaderData {
  /** The screen is titled by the name of this record. */
  titled?: TitleQuery
  /** Layout around the screen; it stays mounted between routes that provide the same. */
  layout?: ComponentType<{ children: ReactNode }>
}

/** Query of a record with a name. */
type TitleQuery = { queryKey: QueryKey }

const loaderDataOf = (match: { loaderData?: unknown } | undefined): FrameLoaderData =>
  (match?.loaderData ?? {}) as FrameLoaderData

const untitled: TitleQuery = { queryKey: [] }

/** The current name of the record, also after changes by others. */
const useRecordTitle = (titled = untitled): string | undefined =>
  (useQuery({ ...titled, enabled: false }).data as { record?: { name: string } } | undefined)?.record?.name
