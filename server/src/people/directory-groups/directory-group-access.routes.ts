import {
  type DirectoryGroupAccess,
  type DirectoryGroupAccessDraft,
  directoryGroupAccess,
} from '@lintel/contract/people/directory-group-access'
import { administers, type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Change } from '../../platform/context'
import { serve } from '../../platform/serve'
import { auditKept, followDirectory, lockDirectory } from './derive-access'
import { peopleOf } from './derive-access.store'
import { add, amongVisible, change, find, listVisible, remove, unknownIn } from './directory-group-access.store'

/** What the groups of a customer's directory give in its projects: its administrators say so, and access follows at once. */
export const directoryGroupAccessRoutes = serve(directoryGroupAccess, {
  find,
  among: amongVisible,
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
  const unknown = await unknownIn(work.db, work.actor, draft)
  if (unknown) throw new Problem('unknownReference', { pointer: `/data/relationships/${unknown}` })
  return withPeople(work, draft, () => add(work, draft))
}

/** Changes what a group gives, and the access of its people with it; records who keeps what they have. */
async function withPeople<T>(
  work: Change<Person>,
  { customer, group }: Pick<DirectoryGroupAccess, 'customer' | 'group'>,
  write: () => Promise<T>,
): Promise<T> {
  await lockDirectory(work.db, customer)
  const written = await write()
  const { kept } = await followDirectory(work, customer, await peopleOf(work.db, customer, [group]))
  auditKept(work, customer, { type: 'directory-groups', id: group }, kept)
  return written
}
