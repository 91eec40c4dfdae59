import { useLingui } from '@lingui/react/macro'
import type { Project } from '@lintel/contract/projects/projects'

type Standing = Pick<Project, 'status' | 'isInactive' | 'isHibernated' | 'isLibrary'>

/** Where a project stands, in words: the most important first. */
export function useProjectState() {
  const { t } = useLingui()
  const statuses = { Starting: t`Starting`, Running: t`Running`, Stopped: t`Stopped`, Crashed: t`Crashed` }
  return ({ status, isInactive, isHibernated, isLibrary }: Standing): string[] => [
    ...(isInactive ? [t`Deleted`] : []),
    ...(isHibernated ? [t`Hibernated`] : []),
    statuses[status],
    ...(isLibrary ? [t`Library`] : []),
  ]
}
