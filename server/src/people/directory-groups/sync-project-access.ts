import { directoryGroupAccess } from '@lintel/contract/people/directory-group-access'
import type { Change } from '../../platform/context'
import { withdrawInvitationsOf } from '../invitations/invite'
import { auditDerivedAccess, auditKeptAccess, syncDerivedAccess } from './derive-access'
import {
  type CustomerProject,
  endDisabledMemberships,
  listAffectedPeople,
  releaseGroups,
  releaseMembers,
  removeGroupAccess,
} from './sync-project-access.store'

/**
 * Synchronizes a deleted project with the directory's changes since its deletion, for everybody who has or gets access there. Whom an import has
 * disabled since leaves it, also with a membership given by hand. The caller holds the locks of the directory and the project.
 */
export async function syncProjectAccess(change: Change, customerProject: CustomerProject): Promise<void> {
  const { project, customer } = customerProject
  const ended = await endDisabledMemberships(change.db, customerProject)
  await withdrawInvitationsOf(
    change,
    ended.filter(({ isInvited }) => isInvited),
  )
  auditDerivedAccess(change, customer, ended)
  const { kept } = await syncDerivedAccess(change, customer, await listAffectedPeople(change.db, customerProject), {
    project,
    inDeleted: true,
  })
  auditKeptAccess(change, customer, { type: 'projects', id: project }, kept)
}

/**
 * Detaches a project that moves to another customer from the directory of its former customer (`from`). Its people stay, with their former manual
 * terms where known, and no membership stays derived, so that the directory of the new customer (`to`) takes none away. The caller holds the lock of
 * the former directory.
 */
export async function detachProjectFromDirectory(
  change: Change,
  { project, from, to }: { project: string; from: string; to: string },
): Promise<void> {
  for (const { id, ...before } of await removeGroupAccess(change.db, project)) {
    change.audit({
      action: `${directoryGroupAccess.type}.remove`,
      customer: from,
      target: { type: directoryGroupAccess.type, id },
      before: { ...before, project, customer: from },
    })
  }
  auditDerivedAccess(change, to, await releaseMembers(change, project))
  await releaseGroups(change, project)
}
