import { Trans, useLingui } from '@lingui/react/macro'
import type { Project } from '@lintel/contract/projects/projects'
import { useProjectActions } from '../../shell/use-project-actions'
import { Confirm } from '../../ui/confirm'

/** Confirms and hibernates the project, which can be woken up at any time. */
export function HibernateProject({ project, onClose }: { project: Project; onClose(): void }) {
  const { t } = useLingui()
  const { hibernate, run, isPending } = useProjectActions(project, { isInHistory: false })
  const { name } = project
  return (
    <Confirm
      kind="primary"
      title={t`Hibernate “${name}”?`}
      action={hibernate.name}
      busy={isPending}
      onConfirm={() => run(hibernate, onClose)}
      onCancel={onClose}
    >
      <Trans>
        It can be read only, and only its owner and administrators open it. It can be woken up at any time by its owner
        or the customer’s administrators.
      </Trans>
    </Confirm>
  )
}
