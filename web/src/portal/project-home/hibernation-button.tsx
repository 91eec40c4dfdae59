import { useLingui } from '@lingui/react/macro'
import type { Project } from '@lintel/contract/projects/projects'
import { useProjectActions } from '../../shell/use-project-actions'
import { Button } from '../../ui/button'
import { keepFocusNearby } from '../../ui/focus-return'

/** Hibernates the project or wakes it up. */
export function HibernationButton({ project }: { project: Project }) {
  const { t } = useLingui()
  const { hibernate, wake, run, isPending } = useProjectActions(project, { isInHistory: false })
  const { isHibernated } = project
  const action = isHibernated ? wake : hibernate
  return (
    <Button
      {...(isHibernated
        ? { size: 'small' }
        : {
            kind: 'quiet',
            title: t`It can be read only, and only its owner and administrators open it. It can be woken up at any time.`,
          })}
      busy={isPending}
      onClick={() => {
        keepFocusNearby()
        run(action)
      }}
    >
      {action.name}
    </Button>
  )
}
