import { Trans, useLingui } from '@lingui/react/macro'
import { administersProject, governsProject } from '@lintel/contract/projects/project-permissions'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { saveRecord } from '../../api/save-record'
import { useSave } from '../../api/use-save'
import { actorOf, currentUser } from '../../session/current-user'
import { Late, later } from '../../shell/later'
import { myProjectLinks } from '../../shell/my-project-links'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Icon } from '../../ui/icon'
import { showToast } from '../../ui/toast'
import styles from './manage-project.module.css'

/** Members have no use for these: they come when they are opened. */
const invitePeople = later(async () => (await import('./invite-people')).InvitePeople)
const editProject = later(async () => (await import('./edit-project')).EditProject)

/** What owners and administrators of a project do with it: invite people, say what it is, delete it. Nothing for others. */
export function ManageProject({ project }: { project: Project }) {
  const { data: user } = useSuspenseQuery(currentUser)
  const [open, setOpen] = useState<'invite' | 'edit' | 'delete'>()
  const actor = actorOf(user)
  const isReadOnly = project.isHibernated || project.isInactive
  // Each closes itself alone: what was saved may be shown, and another one opened, before the first one has gone.
  const close = (own: typeof open) => () => setOpen((now) => (now === own ? undefined : now))
  if (!administersProject(actor, project)) return null
  return (
    <div className={styles.actions}>
      {!isReadOnly && (
        <>
          <Button kind="primary" onClick={() => setOpen('invite')}>
            <Icon name="plus" />
            <Trans>Invite people</Trans>
          </Button>
          <Button onClick={() => setOpen('edit')}>
            <Trans>Edit project</Trans>
          </Button>
        </>
      )}
      {governsProject(actor, project) && !project.isInactive && (
        <Button kind="quiet" onClick={() => setOpen('delete')}>
          <Trans>Delete project</Trans>
        </Button>
      )}
      {open === 'invite' && (
        <Late component={invitePeople} project={project} onClose={close('invite')} onFailed={close('invite')} />
      )}
      {open === 'edit' && (
        <Late component={editProject} project={project} onClose={close('edit')} onFailed={close('edit')} />
      )}
      {open === 'delete' && <DeleteProject project={project} onClose={close('delete')} />}
    </div>
  )
}

function DeleteProject({ project, onClose }: { project: Project; onClose(): void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { name } = project
  const remove = useSave({
    work: () => saveRecord(projects, { id: project.id, version: project.version, patch: { isInactive: true } }),
    touches: [projects, myProjectLinks],
    async onSaved() {
      onClose()
      showToast({ kind: 'done', text: t`“${name}” is deleted. It can be restored for 30 days.` })
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
      <Trans>All its members lose access at once. Its owner and administrators can restore it for 30 days.</Trans>
    </Confirm>
  )
}
