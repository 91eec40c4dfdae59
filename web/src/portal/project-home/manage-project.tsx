import { Trans } from '@lingui/react/macro'
import { administers, isFullUser } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { administersProject, governsProject, ownsProject } from '@lintel/contract/projects/project-permissions'
import type { Project } from '@lintel/contract/projects/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actorOf, currentUser } from '../../session/current-user'
import { Lazy, lazy } from '../../shell/lazy'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { lazyManaging } from './lazy-managing'
import { LeaveProject } from './leave-project'
import styles from './manage-project.module.css'

/** Loaded on demand, because plain members do not use them. */
const inviteDialog = lazyManaging(async () => (await import('./managing/invite-dialog')).InviteDialog)
const editProject = lazy(async () => (await import('./edit-project')).EditProject)
const deleteProject = lazy(async () => (await import('./delete-project')).DeleteProject)
const hibernateProject = lazy(async () => (await import('./hibernate-project')).HibernateProject)
const handOver = lazy(async () => (await import('./hand-over')).HandOver)

type Dialog = 'invite' | 'edit' | 'hand-over' | 'leave' | 'hibernate' | 'delete'

/** The actions on a project, by role: invite, edit, hand over, leave, hibernate and delete. */
export function ManageProject({ project }: { project: Project }) {
  const { data: user } = useSuspenseQuery(currentUser)
  const [open, setOpen] = useState<Dialog>()
  const [hasInvited, setInvited] = useState(false)
  const actor = actorOf(user)
  const level = project.privilegeLevel
  const isReadOnly = project.isHibernated || project.isInactive
  // Closes only its own dialog: another one may have been opened before this one has finished closing.
  const close = (own: Dialog) => () => setOpen((now) => (now === own ? undefined : now))
  const canManage = administersProject(actor, project) && !isReadOnly
  const canHandOver = canManage && (ownsProject(actor, project) || administers(actor, project.customer))
  const canLeave = isFullUser(actor) && level !== null && level < privilegeLevel.customerAdmin && !project.isInactive
  const canDelete = governsProject(actor, project) && !project.isInactive
  const dialog = open && { project, onClose: close(open), onFailed: close(open) }
  return (
    <>
      {(canManage || canLeave || canDelete) && (
        <div className={styles.actions}>
          {canManage && (
            <>
              <Button
                kind="primary"
                onClick={() => {
                  setInvited(true)
                  setOpen('invite')
                }}
              >
                <Icon name="plus" />
                <Trans>Invite people</Trans>
              </Button>
              <Button onClick={() => setOpen('edit')}>
                <Trans>Edit project</Trans>
              </Button>
            </>
          )}
          {canHandOver && (
            <Button kind="quiet" onClick={() => setOpen('hand-over')}>
              <Trans>Hand over</Trans>
            </Button>
          )}
          {canLeave && (
            <Button kind="quiet" onClick={() => setOpen('leave')}>
              <Trans>Leave project</Trans>
            </Button>
          )}
          {canDelete && !project.isHibernated && (
            <Button kind="quiet" onClick={() => setOpen('hibernate')}>
              <Trans>Hibernate</Trans>
            </Button>
          )}
          {canDelete && (
            <Button kind="quiet" onClick={() => setOpen('delete')}>
              <Trans>Delete project</Trans>
            </Button>
          )}
        </div>
      )}
      {hasInvited && (
        <Lazy
          component={inviteDialog}
          project={project}
          isOpen={open === 'invite'}
          onClose={close('invite')}
          onFailed={close('invite')}
        />
      )}
      {dialog && open === 'edit' && <Lazy component={editProject} {...dialog} />}
      {dialog && open === 'hand-over' && <Lazy component={handOver} {...dialog} />}
      {dialog && open === 'leave' && <LeaveProject {...dialog} />}
      {dialog && open === 'hibernate' && <Lazy component={hibernateProject} {...dialog} />}
      {dialog && open === 'delete' && <Lazy component={deleteProject} {...dialog} />}
    </>
  )
}
