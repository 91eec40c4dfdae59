import { Trans } from '@lingui/react/macro'
import { governsProject } from '@lintel/contract/projects/project-permissions'
import type { Project } from '@lintel/contract/projects/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { actorOf, currentUser } from '../../session/current-user'
import { Notice } from '../../ui/notice'
import { HibernationButton } from './hibernation-button'

/** Shows that the project is hibernated; its owner and the customer's administrators can wake it up. */
export function HibernatedNotice({ project }: { project: Project }) {
  const { data: user } = useSuspenseQuery(currentUser)
  return (
    <Notice title={<Trans>This project is hibernated</Trans>}>
      <p>
        <Trans>
          It can be read by its owner and its administrators, and nobody can change it until it is woken up.
        </Trans>
      </p>
      {governsProject(actorOf(user), project) && !project.isInactive && (
        <p>
          <HibernationButton project={project} />
        </p>
      )}
    </Notice>
  )
}
