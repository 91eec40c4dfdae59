import {
  type CustomerUserProfile,
  type CustomerUserProfileDraft,
  customerUserProfiles,
} from '@lintel/contract/people/customer-user-profiles'
import { administers, type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Change } from '../../platform/context'
import { serve } from '../../platform/serve'
import { describeDeactivationBlock, removeFromDirectory } from '../scim/scim-access'
import { findDirectoryUserId } from '../scim/scim-users.store'
import { addKnownPerson, findOrAddPerson } from '../users/find-or-add-people.store'
import { findVisibleId } from '../users/users.store'
import { add, change, find, listVisible, remove } from './customer-user-profiles.store'

/** Administrators of a customer maintain the profiles of its people; its API users read them. */
export const customerUserProfileRoutes = serve(customerUserProfiles, {
  find,
  tenant: ({ customer }) => customer,
  scopes: { read: 'read' },
  list: {
    may: (actor, { customer }) => (customer === undefined ? actor.isStaff : readsCustomer(actor, customer)),
    run: ({ db, actor }, query) => listVisible(db, actor, query),
  },
  read: { may: (actor, { customer }) => readsCustomer(actor, customer) },
  create: { may: (actor, { customer }) => administers(actor, customer), run: addProfile },
  update: {
    may: (actor, { customer }) => administers(actor, customer),
    run: change,
  },
  remove: { may: (actor, { customer }) => administers(actor, customer), run: removeProfile },
})

async function addProfile(work: Change<Person>, draft: CustomerUserProfileDraft): Promise<string> {
  return add(work, draft, await personOf(work, draft))
}

/**
 * A person provisioned by the customer's directory leaves the directory together with their profile, as when the
 * directory deletes them: without the profile the directory could no longer end their access.
 */
async function removeProfile(work: Change<Person>, profile: CustomerUserProfile): Promise<void> {
  const { id, customer } = profile
  const user = await findDirectoryUserId(work.db, id)
  if (user !== undefined) {
    const detail = await describeDeactivationBlock(work, customer, user)
    if (detail !== undefined) throw new Problem('stillInUse', { detail })
    await removeFromDirectory(work, { id, user }, customer)
  }
  await remove(work, profile)
}

/** Internal id of the person in the draft: `user` must be visible to the administrator, `newUserEmail` may be any address. */
async function personOf(work: Change<Person>, draft: CustomerUserProfileDraft): Promise<string> {
  const { user, newUserEmail, customer, firstName, lastName } = draft
  if ((user === null) === (newUserEmail === null)) {
    throw new Problem(user === null ? 'required' : 'invalid', { pointer: '/data/relationships/user' })
  }
  if (newUserEmail === null) {
    const known = await findVisibleId(work.db, work.actor, user ?? '')
    if (known === undefined) throw new Problem('unknownReference', { pointer: '/data/relationships/user' })
    await addKnownPerson(work, customer, known)
    return known
  }
  const person = await findOrAddPerson(work, customer, {
    email: newUserEmail,
    givenName: firstName,
    familyName: lastName,
  })
  if (!person) throw new Problem('unknownReference', { pointer: '/data/attributes/newUserEmail' })
  return person.id
}
