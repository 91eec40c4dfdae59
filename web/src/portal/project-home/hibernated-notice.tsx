import { Trans } from '@lingui/react/macro'
import { governsProject } from '@lintel/contract/projects/project-permissions'
import type { Project } from '@lintel/contract/projects/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { actorOf, currentUser } from '../../session/current-user'
import { useProjectActions } from '../../shell/use-project-actions'
import { Button } from '../../ui/button'
import { keepFocusNearby } from '../../ui/focus-return'
import { Notice } from '../../ui/notice'

/** Shows that the project is hibernated; its owner and the customer's administrators can wake it up. */
export function HibernatedNotice({ project }: { project: Project }) {
  const { data: user } = useSuspenseQuery(currentUser)
  const { wake, run, isPending } = useProjectActions(project, { isInHistory: false })
  return (
    <Notice title={<Trans>This project is hibernated</Trans>}>
      <p>
        <Trans>
          It can be read by its owner and its administrators, and nobody can change it until its owner or an
          administrator of the customer wakes it up.
        </Trans>
      </p>
      {governsProject(actorOf(user), project) && !project.isInactive && (
        <p>
          <Button
            size="small"
            busy={isPending}
            onClick={() => {
              keepFocusNearby()
              run(wake)
            }}
          >
            {wake.name}
          </Button>
        </p>
      )}
    </Notice>
  )
}
