import { Trans } from '@lingui/react/macro'
import { administers, isNoGuest } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { administersProject, governsProject, ownsProject } from '@lintel/contract/projects/project-permissions'
import type { Project } from '@lintel/contract/projects/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actorOf, currentUser } from '../../session/current-user'
import { Late, later } from '../../shell/later'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { DeleteProject } from './delete-project'
import { laterManaging } from './later-managing'
import { LeaveProject } from './leave-project'
import styles from './manage-project.module.css'

/** Members have no use for these: they come when they are opened. */
const inviting = laterManaging(async () => (await import('./managing/inviting')).Inviting)
const editProject = later(async () => (await import('./edit-project')).EditProject)
const handOver = later(async () => (await import('./hand-over')).HandOver)

type Dialog = 'invite' | 'edit' | 'hand-over' | 'leave' | 'delete'

/** What people do with a project, by their role: invite, edit, hand over, leave and delete it. */
export function ManageProject({ project }: { project: Project }) {
  const { data: user } = useSuspenseQuery(currentUser)
  const [open, setOpen] = useState<Dialog>()
  const [hasInvited, setInvited] = useState(false)
  const actor = actorOf(user)
  const level = project.privilegeLevel
  const isReadOnly = project.isHibernated || project.isInactive
  // Each closes itself alone: what was saved may be shown, and another one opened, before the first one has gone.
  const close = (own: Dialog) => () => setOpen((now) => (now === own ? undefined : now))
  const isManaged = administersProject(actor, project) && !isReadOnly
  const isHandedOver = isManaged && (ownsProject(actor, project) || administers(actor, project.customer))
  const isLeft = isNoGuest(actor) && level !== null && level < privilegeLevel.customerAdmin && !project.isInactive
  const isDeleted = governsProject(actor, project) && !project.isInactive
  const dialog = open && { project, onClose: close(open), onFailed: close(open) }
  return (
    <>
      {(isManaged || isLeft || isDeleted) && (
        <div className={styles.actions}>
          {isManaged && (
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
          {isHandedOver && (
            <Button kind="quiet" onClick={() => setOpen('hand-over')}>
              <Trans>Hand over</Trans>
            </Button>
          )}
          {isLeft && (
            <Button kind="quiet" onClick={() => setOpen('leave')}>
              <Trans>Leave project</Trans>
            </Button>
          )}
          {isDeleted && (
            <Button kind="quiet" onClick={() => setOpen('delete')}>
              <Trans>Delete project</Trans>
            </Button>
          )}
        </div>
      )}
      {hasInvited && (
        <Late
          component={inviting}
          project={project}
          isOpen={open === 'invite'}
          onClose={close('invite')}
          onFailed={close('invite')}
        />
      )}
      {dialog && open === 'edit' && <Late component={editProject} {...dialog} />}
      {dialog && open === 'hand-over' && <Late component={handOver} {...dialog} />}
      {dialog && open === 'leave' && <LeaveProject {...dialog} />}
      {dialog && open === 'delete' && <DeleteProject {...dialog} />}
    </>
  )
}
