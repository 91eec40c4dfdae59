import {
  type DirectoryGroupAccess,
  type DirectoryGroupAccessDraft,
  directoryGroupAccess,
} from '@lintel/contract/people/directory-group-access'
import { administers, type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Change } from '../../platform/context'
import { serve } from '../../platform/serve'
import { auditKeptAccess, lockDirectory, syncDerivedAccess } from './derive-access'
import { listPeopleOfGroups } from './derive-access.store'
import {
  add,
  change,
  find,
  findUnknownReference,
  findVisibleByIds,
  listVisible,
  remove,
} from './directory-group-access.store'

/** The access that directory groups give in projects. The customer's administrators define it, and memberships follow at once. */
export const directoryGroupAccessRoutes = serve(directoryGroupAccess, {
  find,
  findByIds: findVisibleByIds,
  tenant: ({ customer }) => customer,
  scopes: { read: 'read' },
  list: {
    may: (actor, { customer }) => (customer === undefined ? actor.isStaff : readsCustomer(actor, customer)),
    run: ({ db, actor }, query) => listVisible(db, actor, query),
  },
  read: { may: (actor, { customer }) => readsCustomer(actor, customer) },
  create: { may: (actor, { customer }) => administers(actor, customer), run: addAccess },
  update: {
    may: (actor, { customer }) => administers(actor, customer),
    run: (work, access, { privilegeLevel = access.privilegeLevel }) =>
      withPeople(work, access, () => change(work, access, privilegeLevel)),
  },
  remove: {
    may: (actor, { customer }) => administers(actor, customer),
    run: (work, access) => withPeople(work, access, () => remove(work.db, access)),
  },
})

async function addAccess(work: Change<Person>, draft: DirectoryGroupAccessDraft): Promise<string> {
  const unknown = await findUnknownReference(work.db, work.actor, draft)
  if (unknown) throw new Problem('unknownReference', { pointer: `/data/relationships/${unknown}` })
  return withPeople(work, draft, () => add(work, draft))
}

/** Changes the access of a group to a project and synchronizes its people there; audits who kept their membership. */
async function withPeople<T>(
  work: Change<Person>,
  { customer, group, project }: Pick<DirectoryGroupAccess, 'customer' | 'group' | 'project'>,
  write: () => Promise<T>,
): Promise<T> {
  await lockDirectory(work.db, customer)
  const written = await write()
  const people = await listPeopleOfGroups(work.db, customer, [group])
  const { kept } = await syncDerivedAccess(work, customer, people, { group, project })
  auditKeptAccess(work, customer, { type: 'directory-groups', id: group }, kept)
  return written
}
