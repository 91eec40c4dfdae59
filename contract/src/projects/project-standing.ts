import { type Project, projectStatuses } from './projects'

/** What can be said of where a project stands. */
export const standingWords = ['Deleted', 'Hibernated', 'Library', ...projectStatuses] as const

export type StandingWord = (typeof standingWords)[number]

/**
 * Where a project stands, the most important first. A deleted or hibernated project does not run, whatever status its
 * server reported last.
 */
export const standingOf = ({
  isInactive,
  isHibernated,
  status,
  isLibrary,
}: Pick<Project, 'isInactive' | 'isHibernated' | 'status' | 'isLibrary'>): StandingWord[] => [
  ...(isInactive ? (['Deleted'] as const) : []),
  ...(isHibernated ? (['Hibernated'] as const) : []),
  ...(isInactive || isHibernated ? [] : [status]),
  ...(isLibrary ? (['Library'] as const) : []),
]
