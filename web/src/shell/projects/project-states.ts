import { useLingui } from '@lingui/react/macro'

/** The states by which projects can be filtered. */
export const projectStates = ['active', 'hibernated', 'deleted', 'stopped', 'crashed', 'libraries'] as const
export type ProjectState = (typeof projectStates)[number]

/** Query filters of each state. A deleted or hibernated project does not run, whatever status its server reported last. */
const filters: Record<ProjectState, Record<string, string | boolean>> = {
  active: { isInactive: false, isHibernated: false },
  hibernated: { isHibernated: true },
  deleted: { isInactive: true },
  stopped: { status: 'Stopped', isInactive: false, isHibernated: false },
  crashed: { status: 'Crashed', isInactive: false, isHibernated: false },
  libraries: { isLibrary: true },
}

/** Query filters of a state; none without one. */
export const filterOf = (state: ProjectState | undefined): Record<string, string | boolean> =>
  state === undefined ? {} : filters[state]

/** Options for choosing a state. */
export function useStateOptions(): { value: ProjectState; label: string }[] {
  const { t } = useLingui()
  const names: Record<ProjectState, string> = {
    active: t`Active`,
    hibernated: t`Hibernated`,
    deleted: t`Deleted`,
    stopped: t`Stopped`,
    crashed: t`Crashed`,
    libraries: t`Libraries`,
  }
  return projectStates.map((value) => ({ value, label: names[value] }))
}
