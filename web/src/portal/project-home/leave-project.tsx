import { Trans, useLingui } from '@lingui/react/macro'
import { leaveProject } from '@lintel/contract/people/leave-project'
import { projectMembers } from '@lintel/contract/people/members'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { callApi } from '../../api/call-api'
import { useIsLeft } from '../../api/form/use-is-left'
import { useSave } from '../../api/use-save'
import { changeProjectLinks } from '../../shell/change-project-links'
import { myProjectLinks } from '../../shell/my-project-links'
import { Confirm } from '../../ui/confirm'
import { showToast } from '../../ui/toast'

/** Confirms and ends the user's own membership. */
export function LeaveProject({ project, onClose }: { project: Project; onClose(): void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const router = useRouter()
  const isLeft = useIsLeft()
  const { id, name } = project
  /** Saves with the path of the screen, which shows the project as long as the person is there. */
  const leave = useSave<string, void>({
    work: () => callApi(leaveProject, { parameters: { id } }),
    invalidates: [projects, projectMembers, myProjectLinks],
    async onSaved(_, path) {
      showToast({ kind: 'done', text: t`You have left “${name}”.` })
      // The project list is shown before it is read again.
      changeProjectLinks(queries, (links) => links.filter((link) => link.id !== id))
      if (!isLeft()) onClose()
      if (router.state.location.pathname === path) await router.navigate({ to: '/' })
    },
  })
  return (
    <Confirm
      title={t`Leave “${name}”?`}
      action={<Trans>Leave project</Trans>}
      busy={leave.isPending}
      onConfirm={() => leave.mutate(router.state.location.pathname, { onError: onClose })}
      onCancel={onClose}
    >
      <Trans>You lose access at once. Its owner or an admin can invite you again.</Trans>
    </Confirm>
  )
}
