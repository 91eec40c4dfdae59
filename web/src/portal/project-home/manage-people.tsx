import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { mayChangeMember, type ProjectMember } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { Project } from '@lintel/contract/projects/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actorOf, currentUser } from '../../session/current-user'
import { Button } from '../../ui/button'
import { roleWord } from '../../ui/role'
import { EditMember } from './edit-member'
import { People } from './people'
import { standingIn } from './standing'
import { useProjectSteps } from './use-project-steps'

/** Everybody in the project, and for each whom the reader may change the way to their access. */
export function ManagePeople({ project, members }: { project: Project; members: readonly ProjectMember[] }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { data: user } = useSuspenseQuery(currentUser)
  const [edited, setEdited] = useState<ProjectMember>()
  const steps = useProjectSteps(project)
  const standing = standingIn(actorOf(user), project)
  const isReadOnly = project.isHibernated && !standing.administersCustomer

  function announce(set: ChangeSet, level: PrivilegeLevel, { name, email }: ProjectMember) {
    const person = name || email
    const role = i18n._(roleWord(level))
    const isRemoved = level === privilegeLevel.inactive
    steps.announce(set, isRemoved ? t`${person} was removed from the project` : t`${person} is “${role}” now`)
  }

  return (
    <>
      <People
        members={members}
        action={(member) =>
          !isReadOnly &&
          mayChangeMember(standing, member, user.email) && (
            <Button
              kind="quiet"
              size="small"
              aria-label={t`Change the access of ${member.name || member.email}`}
              onClick={() => setEdited(member)}
            >
              <Trans>Change</Trans>
            </Button>
          )
        }
      />
      {edited && (
        <EditMember
          key={edited.id}
          {...{ project, standing }}
          member={edited}
          onSaved={(set, level) => announce(set, level, edited)}
          onClose={() => setEdited((now) => (now === edited ? undefined : now))}
        />
      )}
      {steps.question}
    </>
  )
}
