import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { ProjectMember, Standing } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { Project } from '@lintel/contract/projects/projects'
import { roleWord } from '../../../ui/role'
import { EditMember } from './edit-member'
import { useProjectSteps } from './use-project-steps'

interface ChangingAccessProps {
  project: Project
  standing: Standing
  /** Whose access is changed; undefined for nobody now. */
  edited: ProjectMember | undefined
  onClose(): void
}

/** Changing the access of a member, and its undo, which is asked for after the dialog has closed: so it stays. */
export function ChangingAccess({ project, standing, edited, onClose }: ChangingAccessProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const steps = useProjectSteps(project)

  function announce(set: ChangeSet, level: PrivilegeLevel, { name, email }: ProjectMember) {
    const person = name || email
    const role = i18n._(roleWord(level))
    const isRemoved = level === privilegeLevel.inactive
    steps.announce(set, isRemoved ? t`${person} was removed from the project` : t`${person} is “${role}” now`)
  }

  return (
    <>
      {edited && (
        <EditMember
          key={edited.id}
          {...{ project, standing }}
          member={edited}
          onSaved={(set, level) => announce(set, level, edited)}
          onClose={onClose}
        />
      )}
      {steps.question}
    </>
  )
}
