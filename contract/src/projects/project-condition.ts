import { type Project, projectStatuses } from './projects'

/** The conditions of a project. `Incomplete`: the content of its template could not be created. */
export const projectConditions = [
  'Deleted',
  'Hibernated',
  'Creating',
  'Incomplete',
  'Library',
  ...projectStatuses,
] as const

export type ProjectCondition = (typeof projectConditions)[number]

/** The fields that determine the condition of a project. */
export type ProjectConditionFields = Pick<Project, 'isInactive' | 'isHibernated' | 'creationState' | 'status'>

/**
 * The conditions of a project, the most important first. A deleted, hibernated or incomplete project does not run, whatever status its
 * server reported last.
 */
export const projectConditionsOf = (
  project: ProjectConditionFields & Pick<Project, 'isLibrary'>,
): ProjectCondition[] => {
  const { isInactive, isHibernated, isLibrary } = project
  return [
    ...(isInactive && isHibernated ? (['Deleted', 'Hibernated'] as const) : [mainCondition(project)]),
    ...(isLibrary ? (['Library'] as const) : []),
  ]
}

/** The most important condition of a project: deleted, hibernated and incomplete take precedence over the server's status. */
export const mainCondition = ({
  isInactive,
  isHibernated,
  creationState,
  status,
}: ProjectConditionFields): Exclude<ProjectCondition, 'Library'> => {
  if (isInactive) return 'Deleted'
  if (isHibernated) return 'Hibernated'
  if (creationState !== null) return creationState === 'failed' ? 'Incomplete' : 'Creating'
  return status
}
