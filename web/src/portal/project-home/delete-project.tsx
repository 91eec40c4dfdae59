import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Project, projects, purgedAfterDays } from '@lintel/contract/projects/projects'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { patchStep } from '../../api/form/record-steps'
import { useIsLeft } from '../../api/form/use-is-left'
import { useRecordSteps } from '../../api/form/use-record-steps'
import { saveRecord } from '../../api/save-record'
import { useSave } from '../../api/use-save'
import { changeProjectLinks } from '../../shell/change-project-links'
import { myProjectLinks } from '../../shell/my-project-links'
import { Confirm } from '../../ui/confirm'

/** Confirms and deletes the project, which can be restored for a while. */
export function DeleteProject({ project, onClose }: { project: Project; onClose(): void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isLeft = useIsLeft()
  const queries = useQueryClient()
  const steps = useRecordSteps()
  const { id, name, version } = project
  const remove = useSave({
    work: () => saveRecord(projects, { id, version, patch: { isInactive: true } }),
    invalidates: [projects, myProjectLinks],
    async onSaved(saved) {
      const versions = { id, from: version, to: saved.version }
      steps.announce(
        t`“${name}” is deleted. It can be restored for ${plural(purgedAfterDays, { one: '# day', other: '# days' })}.`,
        {
          ...patchStep(projects, { ...versions, back: { isInactive: false }, again: { isInactive: true } }),
          undone: () => void queries.invalidateQueries({ queryKey: myProjectLinks.queryKey }),
        },
        { isInHistory: false },
      )
      // The project list is shown before it is read again.
      changeProjectLinks(queries, (links) => links.filter((link) => link.id !== id))
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
        All its members lose access at once. Its owner and the customer’s administrators can restore it for{' '}
        <Plural value={purgedAfterDays} one="# day" other="# days" />.
      </Trans>
    </Confirm>
  )
}
