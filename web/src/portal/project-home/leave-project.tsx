import { Trans, useLingui } from '@lingui/react/macro'
import { leaveProject } from '@lintel/contract/people/leave-project'
import { projectMembers } from '@lintel/contract/people/members'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask'
import { useIsLeft } from '../../api/form/use-is-left'
import { useSave } from '../../api/use-save'
import { myProjectLinks } from '../../shell/my-project-links'
import { Confirm } from '../../ui/confirm'
import { showToast } from '../../ui/toast'

/** Asks, and ends one's own membership. */
export function LeaveProject({ project, onClose }: { project: Project; onClose(): void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isLeft = useIsLeft()
  const { id, name } = project
  const leaving = useSave<void, void>({
    work: () => ask(leaveProject, { parameters: { id } }),
    touches: [projects, projectMembers, myProjectLinks],
    async onSaved() {
      showToast({ kind: 'done', text: t`You have left “${name}”.` })
      if (isLeft()) return
      onClose()
      await navigate({ to: '/' })
    },
  })
  return (
    <Confirm
      title={t`Leave “${name}”?`}
      action={<Trans>Leave project</Trans>}
      busy={leaving.isPending}
      onConfirm={() => leaving.mutate(undefined, { onError: onClose })}
      onCancel={onClose}
    >
      <Trans>You lose access at once. Its owner or an admin can invite you again.</Trans>
    </Confirm>
  )
}
