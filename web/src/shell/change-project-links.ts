import type { ProjectLink } from '@lintel/contract/projects/project-links'
import type { QueryClient } from '@tanstack/react-query'
import { myProjectLinks } from './my-project-links'

/** Applies a change to the cached project list, if it is loaded, so that a list drawn before its next read shows it. */
export const changeProjectLinks = (
  queries: QueryClient,
  change: (links: readonly ProjectLink[]) => readonly ProjectLink[],
): unknown =>
  queries.setQueryData(
    myProjectLinks.queryKey,
    (cached) => cached && { ...cached, records: [...change(cached.records)] },
  )
