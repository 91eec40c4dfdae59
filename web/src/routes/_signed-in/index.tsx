import { msg } from '@lingui/core/macro'
import { isCustomerAdministrator, mayCreateProject } from '@lintel/contract/people/permissions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { MyProjects } from '../../portal/my-projects/my-projects'
import { actorOf, currentUser } from '../../session/current-user'
import { isIos } from '../../session/device'
import { firstScreen, towards } from '../../session/first-screen'
import { installation } from '../../session/installation'
import { safeNextUrl } from '../../session/next-url'
import { searchWord } from '../../session/search-word'
import { readHome } from '../../shell/home'
import { Late, later } from '../../shell/later'
import { myProjectLinks } from '../../shell/my-project-links'
import { SkeletonRows } from '../../ui/skeleton-rows'

/** Few are on their way to another address: the first screen does without it. */
const leaving = later(async () => (await import('../../shell/leaving')).Leaving)

export const Route = createFileRoute('/_signed-in/')({
  codeSplitGroupings: [],
  validateSearch: ({ q, 'next-url': nextUrl }: Record<string, unknown>): { q?: string; 'next-url'?: string } => {
    const word = searchWord(q)
    return { ...(word !== undefined && { q: word }), ...towards(searchWord(nextUrl)) }
  },
  beforeLoad: async ({ context: { queries }, search }) => {
    const given = search['next-url']
    if (given === undefined) return { leavingFor: undefined }
    // What has to be done first comes first; from there one comes back here.
    const first = firstScreen(await queries.ensureQueryData(currentUser))
    if (first) throw redirect({ to: first, search: towards(given), replace: true })
    const { record } = await queries.ensureQueryData(installation)
    const url = safeNextUrl(given, location.href, record.safeNextUrls)
    if (!url) console.warn('The next-url is not safe to follow and was dropped')
    if (url && url.origin !== location.origin) return { leavingFor: url.href }
    throw redirect({ href: url ? `${url.pathname}${url.search}${url.hash}` : '/', replace: true })
  },
  loader: async ({ context: { queries } }) => {
    await readHome(queries)
    const user = await queries.ensureQueryData(currentUser)
    const first = firstScreen(user)
    if (first) throw redirect({ to: first, replace: true })
    await queries.ensureQueryData(myProjectLinks)
  },
  pendingComponent: () => <SkeletonRows />,
  component: IndexRoute,
  staticData: { title: msg`Projects` },
})

function IndexRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: links } = useSuspenseQuery(myProjectLinks)
  const { data: here } = useSuspenseQuery(installation)
  const { leavingFor } = Route.useRouteContext()
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const actor = actorOf(user)
  if (leavingFor !== undefined) return <Late component={leaving} to={leavingFor} />
  return (
    <MyProjects
      links={links.records}
      query={q}
      isAdministrator={isCustomerAdministrator(actor)}
      mayCreate={mayCreateProject(actor, here.record.environment) && !isIos(navigator)}
      unprovedEmail={user.emailProved || user.guestOf !== null ? undefined : user.email}
      onSearch={(text) => navigate({ search: text ? { q: text } : {}, replace: true, resetScroll: false })}
    />
  )
}
