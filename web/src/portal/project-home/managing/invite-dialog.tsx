import type { Project } from '@lintel/contract/projects/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { actorOf, currentUser } from '../../../session/current-user'
import { projectRolesIn } from '../project-roles'
import { InvitePeople } from './invite-people'
import { useProjectSteps } from './use-project-steps'

interface InviteDialogProps {
  project: Project
  isOpen: boolean
  onClose(): void
}

/** Invites people. Stays mounted after the dialog has closed, because the undo may still need confirmation. */
export function InviteDialog({ project, isOpen, onClose }: InviteDialogProps) {
  const { data: user } = useSuspenseQuery(currentUser)
  const steps = useProjectSteps(project)
  return (
    <>
      {isOpen && (
        <InvitePeople
          project={project}
          roles={projectRolesIn(actorOf(user), project)}
          announce={steps.announce}
          onClose={onClose}
        />
      )}
      {steps.question}
    </>
  )
}
