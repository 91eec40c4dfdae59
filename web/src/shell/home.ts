import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { currentUser } from '../session/current-user'
import { takeHome } from '../session/early-home'
import { installation } from '../session/installation'
import { myProjectLinks } from './my-project-links'

/**
 * Reads the person, the installation and their projects in one request, unless they are known, and keeps each where it
 * is looked for. Fails like `ask`.
 */
export async function readHome(queries: QueryClient): Promise<void> {
  if (queries.getQueryData(currentUser.queryKey) && queries.getQueryData(myProjectLinks.queryKey)) return
  await queries.fetchQuery(
    queryOptions({
      queryKey: ['home'],
      queryFn: async () => {
        const { user, installation: record, projects } = await takeHome()
        queries.setQueryData(currentUser.queryKey, user)
        queries.setQueryData(installation.queryKey, { record, included: [] })
        if (projects) queries.setQueryData(myProjectLinks.queryKey, { records: projects, included: [] })
        return null
      },
      gcTime: 0,
    }),
  )
}
