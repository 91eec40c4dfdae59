import { useLingui } from '@lingui/react/macro'

/** What projects can be narrowed to by where they stand. */
export const projectStates = ['active', 'hibernated', 'deleted', 'stopped', 'crashed', 'libraries'] as const
export type ProjectState = (typeof projectStates)[number]

/** What the server is asked for. */
const filters: Record<ProjectState, Record<string, string | boolean>> = {
  active: { isInactive: false, isHibernated: false },
  hibernated: { isHibernated: true },
  deleted: { isInactive: true },
  stopped: { status: 'Stopped' },
  crashed: { status: 'Crashed' },
  libraries: { isLibrary: true },
}

/** The filters of a list of projects in this state; none without one. */
export const filterOf = (state: ProjectState | undefined): Record<string, string | boolean> =>
  state === undefined ? {} : filters[state]

/** The states by name, in the order of a choice. */
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
