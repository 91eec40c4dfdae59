import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { displayName } from '@lintel/contract/people/display-name'
import type { ProjectMember, ProjectRoles } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { Project } from '@lintel/contract/projects/projects'
import { roleLabel } from '../../../ui/role'
import { EditMember } from './edit-member'
import { useProjectSteps } from './use-project-steps'

interface ChangeAccessProps {
  project: Project
  roles: ProjectRoles
  /** The member whose access is being edited; undefined if none. */
  edited: ProjectMember | undefined
  onClose(): void
}

/** Changes the access of a member. Stays mounted after the dialog has closed, because the undo may still need confirmation. */
export function ChangeAccess({ project, roles, edited, onClose }: ChangeAccessProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const steps = useProjectSteps(project)

  function announce(set: ChangeSet, level: PrivilegeLevel, member: ProjectMember) {
    const person = displayName(member)
    const role = i18n._(roleLabel(level))
    const isRemoved = level === privilegeLevel.inactive
    steps.announce(set, isRemoved ? t`${person} was removed from the project` : t`${person} is “${role}” now`)
  }

  return (
    <>
      {edited && (
        <EditMember
          key={edited.id}
          {...{ project, roles }}
          member={edited}
          onSaved={(set, level) => announce(set, level, edited)}
          onClose={onClose}
        />
      )}
      {steps.question}
    </>
  )
}
