import type { ProjectLink, projectLinks } from '@lintel/contract/projects/project-links'
import { firstResources } from '../api/first-calls'
import { all } from '../api/resource'

/** Polling interval while a project is being created, in ms; false while none is. */
export const pollingInterval = (links: readonly Pick<ProjectLink, 'creationState'>[] = []): number | false =>
  links.some(({ creationState }) => creationState === 'making') && 3_000

/** All projects that the person can enter; shared by the project list and the switcher. */
export const myProjectLinks = {
  ...all<typeof projectLinks>(firstResources.projectLinks, {
    filter: { active: true },
    sort: ['name'],
  }),
  refetchInterval: ({ state }: { state: { data?: { records: readonly ProjectLink[] } | undefined } }) =>
    pollingInterval(state.data?.records),
}
