import { directoryGroupAccess } from '@lintel/contract/people/directory-group-access'
import type { Change } from '../../platform/context'
import { auditDerived, auditKept, followDirectory } from './derive-access'
import {
  type ProjectOfCustomer,
  peopleOfProject,
  releaseGroups,
  releaseMembers,
  removeAccess,
} from './project-in-directory.store'

/**
 * Does in a deleted project what followed from the directory meanwhile: in it alone, for those who have something of the directory there
 * and those who are to have. The directory and the project are locked before.
 */
export async function followInProject(change: Change, of: ProjectOfCustomer): Promise<void> {
  const { project, customer } = of
  const { kept } = await followDirectory(change, customer, await peopleOfProject(change.db, of), project)
  auditKept(change, customer, { type: 'projects', id: project }, kept)
}

/**
 * A project that moves to another customer leaves the directory of the one before (`from`), which gives nothing in it any more. Its people
 * stay in it, by what was given by hand where that is known, and nothing is the directory's any more, so that the directory of the other
 * customer (`to`) takes none of it. The directory of the former customer is locked before.
 */
export async function leaveDirectory(
  change: Change,
  { project, from, to }: { project: string; from: string; to: string },
): Promise<void> {
  for (const { id, ...before } of await removeAccess(change.db, project)) {
    change.audit({
      action: `${directoryGroupAccess.type}.remove`,
      customer: from,
      target: { type: directoryGroupAccess.type, id },
      before: { ...before, project, customer: from },
    })
  }
  auditDerived(change, to, await releaseMembers(change, project))
  await releaseGroups(change, project)
}
