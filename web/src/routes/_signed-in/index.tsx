import { msg } from '@lingui/core/macro'
import { isCustomerAdministrator, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { MyProjects } from '../../portal/my-projects/my-projects'
import { actorOf, currentUser } from '../../session/current-user'
import { nextUrlSearch, redirectBefore } from '../../session/first-screen'
import { installation } from '../../session/installation'
import { mayCreateHere } from '../../session/may-create-here'
import { safeNextUrl } from '../../session/next-url'
import { textParameter } from '../../session/text-parameter'
import { fetchHome } from '../../shell/home'
import { Lazy, lazy } from '../../shell/lazy'
import { myProjectLinks } from '../../shell/my-project-links'
import { SkeletonRows } from '../../ui/skeleton-rows'

/** Loaded on demand: rarely needed by the first screen. */
const externalRedirect = lazy(async () => (await import('../../shell/external-redirect')).ExternalRedirect)

export const Route = createFileRoute('/_signed-in/')({
  codeSplitGroupings: [],
  validateSearch: ({ q, 'next-url': nextUrl }: Record<string, unknown>): { q?: string; 'next-url'?: string } => {
    const searchText = textParameter(q)
    return { ...(searchText !== undefined && { q: searchText }), ...nextUrlSearch(textParameter(nextUrl)) }
  },
  beforeLoad: async ({ context: { queries }, location: { href }, search }) => {
    const requested = search['next-url']
    if (requested === undefined) return { externalUrl: undefined }
    // Required steps come first; they return here with the same `next-url`.
    const first = redirectBefore(href, await queries.ensureQueryData(currentUser))
    if (first) throw redirect(first)
    const { record } = await queries.ensureQueryData(installation)
    const url = safeNextUrl(requested, location.href, record.safeNextUrls)
    if (!url) console.warn('The next-url is not safe to follow and was dropped')
    if (url && url.origin !== location.origin) return { externalUrl: url.href }
    throw redirect({ href: url ? `${url.pathname}${url.search}${url.hash}` : '/', replace: true })
  },
  loader: async ({ context: { queries }, location: { href } }) => {
    await fetchHome(queries)
    const first = redirectBefore(href, await queries.ensureQueryData(currentUser))
    if (first) throw redirect(first)
    await queries.ensureQueryData(myProjectLinks)
  },
  pendingComponent: () => <SkeletonRows />,
  component: IndexRoute,
  staticData: { title: msg`Projects` },
})

function IndexRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: links } = useSuspenseQuery(myProjectLinks)
  const { data: config } = useSuspenseQuery(installation)
  const { externalUrl } = Route.useRouteContext()
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const actor = actorOf(user)
  if (externalUrl !== undefined) return <Lazy component={externalRedirect} to={externalUrl} />
  return (
    <MyProjects
      links={links.records}
      query={q}
      isAdministrator={isCustomerAdministrator(withAnyLoginMethod(actor))}
      mayCreate={mayCreateHere(user, config.record)}
      unverifiedEmail={user.emailProved || user.guestOf !== null ? undefined : user.email}
      onSearch={(text) => navigate({ search: text ? { q: text } : {}, replace: true, resetScroll: false })}
    />
  )
}
