import { Trans, useLingui } from '@lingui/react/macro'
import { displayName } from '@lintel/contract/people/display-name'
import { mayChangeMember, type ProjectMember } from '@lintel/contract/people/members'
import type { Project } from '@lintel/contract/projects/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actorOf, currentUser } from '../../session/current-user'
import { Lazy } from '../../shell/lazy'
import { Button } from '../../ui/button'
import { InvitationStatus, useOpenInvitations } from './invitation-status'
import { lazyManaging } from './lazy-managing'
import { People } from './people'
import { projectRolesIn } from './project-roles'

const changeAccess = lazyManaging(async () => (await import('./managing/change-access')).ChangeAccess)

/** All members of the project; those whom the user may change have a button for their access and their invitation status. */
export function ManagedPeople({ project, members }: { project: Project; members: readonly ProjectMember[] }) {
  const { t } = useLingui()
  const { data: user } = useSuspenseQuery(currentUser)
  const [edited, setEdited] = useState<ProjectMember>()
  const [hasEdited, setHasEdited] = useState(false)
  const roles = projectRolesIn(actorOf(user), project)
  const isReadOnly = project.isInactive || (project.isHibernated && !roles.administersCustomer)
  const close = () => setEdited(undefined)
  const invitationOf = useOpenInvitations(project.id)
  const note = (member: ProjectMember) => {
    const invitation = mayChangeMember(roles, member, user.email) && invitationOf(member.user)
    return invitation && <InvitationStatus {...{ invitation, isReadOnly }} timeZone={project.timeZone} />
  }
  const action = (member: ProjectMember) =>
    mayChangeMember(roles, member, user.email) && (
      <Button
        kind="quiet"
        size="small"
        aria-label={t`Change the access of ${displayName(member)}`}
        onClick={() => {
          setHasEdited(true)
          setEdited(member)
        }}
      >
        <Trans>Change</Trans>
      </Button>
    )
  return (
    <>
      <People members={members} timeZone={project.timeZone} action={isReadOnly ? undefined : action} note={note} />
      {hasEdited && <Lazy component={changeAccess} {...{ project, roles, edited }} onClose={close} onFailed={close} />}
    </>
  )
}
