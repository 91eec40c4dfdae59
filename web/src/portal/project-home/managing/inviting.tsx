import type { Project } from '@lintel/contract/projects/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { actorOf, currentUser } from '../../../session/current-user'
import { standingIn } from '../standing'
import { InvitePeople } from './invite-people'
import { useProjectSteps } from './use-project-steps'

interface InvitingProps {
  project: Project
  isOpen: boolean
  onClose(): void
}

/** Inviting, and its undo, which is asked for after the dialog has closed: so it stays. */
export function Inviting({ project, isOpen, onClose }: InvitingProps) {
  const { data: user } = useSuspenseQuery(currentUser)
  const steps = useProjectSteps(project)
  return (
    <>
      {isOpen && (
        <InvitePeople
          project={project}
          standing={standingIn(actorOf(user), project)}
          announce={steps.announce}
          onClose={onClose}
        />
      )}
      {steps.question}
    </>
  )
}
