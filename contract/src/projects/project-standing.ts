import { type Project, projectStatuses } from './projects'

/** What can be said of where a project stands. `Incomplete`: what its template brings could not be made. */
export const standingWords = ['Deleted', 'Hibernated', 'Creating', 'Incomplete', 'Library', ...projectStatuses] as const

export type StandingWord = (typeof standingWords)[number]

/** What is asked about where a project stands. */
export type StandingProject = Pick<Project, 'isInactive' | 'isHibernated' | 'creationState' | 'status'>

/**
 * Where a project stands, the most important first. A deleted or hibernated project does not run, nor does one that is not complete
 * yet, whatever status its server reported last.
 */
export const standingOf = (project: StandingProject & Pick<Project, 'isLibrary'>): StandingWord[] => {
  const { isInactive, isHibernated, isLibrary } = project
  return [
    ...(isInactive && isHibernated ? (['Deleted', 'Hibernated'] as const) : [firstStanding(project)]),
    ...(isLibrary ? (['Library'] as const) : []),
  ]
}

/** The one word for where a project stands: deleted, hibernated and not complete yet before what its server does. */
export const firstStanding = ({
  isInactive,
  isHibernated,
  creationState,
  status,
}: StandingProject): Exclude<StandingWord, 'Library'> => {
  if (isInactive) return 'Deleted'
  if (isHibernated) return 'Hibernated'
  if (creationState !== null) return creationState === 'failed' ? 'Incomplete' : 'Creating'
  return status
}
