import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { currentUser } from '../session/current-user'
import { installation } from '../session/installation'
import { loadHome } from '../session/prefetch-home'
import { myProjectLinks } from './my-project-links'

/**
 * Fetches the person, the installation and their projects in one request, unless cached, and fills the cache of each.
 * Fails like `callApi`.
 */
export async function fetchHome(queries: QueryClient): Promise<void> {
  if (queries.getQueryData(currentUser.queryKey) && queries.getQueryData(myProjectLinks.queryKey)) return
  await queries.fetchQuery(
    queryOptions({
      queryKey: ['home'],
      queryFn: async () => {
        const { user, installation: record, projects } = await loadHome()
        queries.setQueryData(currentUser.queryKey, user)
        queries.setQueryData(installation.queryKey, { record, included: [] })
        if (projects) queries.setQueryData(myProjectLinks.queryKey, { records: projects, included: [] })
        return null
      },
      gcTime: 0,
    }),
  )
}
