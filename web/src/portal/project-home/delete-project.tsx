import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Project, projects, purgedAfterDays } from '@lintel/contract/projects/projects'
import { useNavigate } from '@tanstack/react-router'
import { useIsLeft } from '../../api/form/use-is-left'
import { saveRecord } from '../../api/save-record'
import { useSave } from '../../api/use-save'
import { myProjectLinks } from '../../shell/my-project-links'
import { Confirm } from '../../ui/confirm'
import { showToast } from '../../ui/toast'

/** Confirms and deletes the project, which can be restored for a while. */
export function DeleteProject({ project, onClose }: { project: Project; onClose(): void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isLeft = useIsLeft()
  const { name } = project
  const remove = useSave({
    work: () => saveRecord(projects, { id: project.id, version: project.version, patch: { isInactive: true } }),
    invalidates: [projects, myProjectLinks],
    async onSaved() {
      showToast({
        kind: 'done',
        text: t`“${name}” is deleted. It can be restored for ${plural(purgedAfterDays, { one: '# day', other: '# days' })}.`,
      })
      if (isLeft()) return
      onClose()
      await navigate({ to: '/' })
    },
  })
  return (
    <Confirm
      title={t`Delete “${name}”?`}
      action={<Trans>Delete project</Trans>}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onError: onClose })}
      onCancel={onClose}
    >
      <Trans>
        All its members lose access at once. Its owner and administrators can restore it for{' '}
        <Plural value={purgedAfterDays} one="# day" other="# days" />.
      </Trans>
    </Confirm>
  )
}
