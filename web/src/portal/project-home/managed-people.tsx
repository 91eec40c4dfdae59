import { Trans, useLingui } from '@lingui/react/macro'
import { mayChangeMember, type ProjectMember } from '@lintel/contract/people/members'
import type { Project } from '@lintel/contract/projects/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actorOf, currentUser } from '../../session/current-user'
import { Late } from '../../shell/later'
import { Button } from '../../ui/button'
import { Invited, useOpenInvitations } from './invited'
import { laterManaging } from './later-managing'
import { People } from './people'
import { standingIn } from './standing'

const changingAccess = laterManaging(async () => (await import('./managing/changing-access')).ChangingAccess)

/** Everybody in the project, and for each whom the reader may change the way to their access and their invitation. */
export function ManagedPeople({ project, members }: { project: Project; members: readonly ProjectMember[] }) {
  const { t } = useLingui()
  const { data: user } = useSuspenseQuery(currentUser)
  const [edited, setEdited] = useState<ProjectMember>()
  const [hasEdited, setHasEdited] = useState(false)
  const standing = standingIn(actorOf(user), project)
  const isReadOnly = project.isInactive || (project.isHibernated && !standing.administersCustomer)
  const close = () => setEdited(undefined)
  const invitationOf = useOpenInvitations(project.id)
  const note = (member: ProjectMember) => {
    const invitation = mayChangeMember(standing, member, user.email) && invitationOf(member.user)
    return invitation && <Invited invitation={invitation} isReadOnly={isReadOnly} />
  }
  const action = (member: ProjectMember) =>
    mayChangeMember(standing, member, user.email) && (
      <Button
        kind="quiet"
        size="small"
        aria-label={t`Change the access of ${member.name || member.email}`}
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
      {hasEdited && (
        <Late component={changingAccess} {...{ project, standing, edited }} onClose={close} onFailed={close} />
      )}
    </>
  )
}
