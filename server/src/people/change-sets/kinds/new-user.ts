import { newEmail } from '@lintel/contract/jsonapi/fields'
import { type CustomerUserProfilePatch, customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { invitations } from '@lintel/contract/people/invitations'
import { projectMembers } from '@lintel/contract/people/members'
import { users } from '@lintel/contract/people/users'
import { Problem } from '@lintel/contract/problems'
import { refuseUnknownLoginMethods } from '../../../customers/providers/login-methods.store'
import { maxPublishedChanges } from '../../../platform/events/published-changes'
import { add } from '../../customer-user-profiles/customer-user-profiles.store'
import { findOrAddPerson } from '../../users/find-or-add-people.store'
import { type ChangeKind, inputPointer, Stale } from '../engine/change-kind'
import { insertInvitationRows, isOpenProject, storeInvitedUsers } from './invitation-rows.store'
import { applyInvitations, createInvitationParser } from './invitations'
import { timeZoneOfEnds } from './memberships.store'
import { findNewUser, insertNewUserRow, removeFromCustomer } from './new-user.store'
import { orStale } from './or-stale'
import { userKind } from './user'
import { organizationNames } from './user-profile-row.store'

/** Adds a person by email, with a profile and invitations to projects, as one step. */
export const newUserKind: ChangeKind<'new-user'> = {
  kind: 'new-user',
  changes: [customerUserProfiles.type, users.type, projectMembers.type, invitations.type],

  async read({ user, profile = {}, roles }, { db, customer, actor }) {
    const parsed = newEmail.safeParse(user)
    if (!parsed.success) throw new Problem('invalidEmail', { pointer: `${inputPointer}/user` })
    const email = parsed.data
    const seen = new Set<string>()
    for (const [at, { project, providers }] of roles.entries()) {
      const pointer = `${inputPointer}/roles/${at}/project`
      if (!(await isOpenProject(db, actor, customer, project))) throw new Problem('unknownReference', { pointer })
      if (seen.has(project.toLowerCase()))
        throw new Problem('invalid', { pointer, detail: 'The project is given twice' })
      seen.add(project.toLowerCase())
      await refuseUnknownLoginMethods(db, actor, providers, customer)
    }
    // Undefined fields are dropped, as in storage.
    const fields: CustomerUserProfilePatch = JSON.parse(JSON.stringify(profile))
    const names = await organizationNames(db, customer, [profile.userOrganization])
    const employer = profile.userOrganization ?? undefined
    if (employer !== undefined && !names.has(employer.toLowerCase())) {
      throw new Problem('unknownReference', { pointer: `${inputPointer}/profile/userOrganization` })
    }
    return {
      total: roles.length + 1,
      async plan(transaction, set, { from, until }) {
        const ends = roles.map(({ accessUntil }) => accessUntil)
        const parse = createInvitationParser(await timeZoneOfEnds(transaction, customer, ends), set.now)
        if (from === 0) {
          const displayFields = employer === undefined ? {} : { organizationName: names.get(employer) }
          await insertNewUserRow(transaction, set, { number: 1, email, fields, displayFields })
        }
        for (const [at, role] of roles.entries()) {
          if (at + 1 < from || at + 1 >= until) continue
          const requested = parse({ ...role, number: at + 2, user: email })
          await insertInvitationRows(transaction, set, role, [requested])
        }
      },
    }
  },

  async apply(work, set) {
    const newUser = await findNewUser(work.db, set.id)
    if (!newUser) throw new Stale({ isUntouched: true })
    const { email, number, profile, fields } = newUser
    const names = { givenName: fields.firstName, familyName: fields.lastName }
    const person = await findOrAddPerson(work, set.customer, {
      email,
      givenName: names.givenName ?? null,
      familyName: names.familyName ?? null,
    })
    if (!person) throw new Problem('unknownReference', { pointer: `${inputPointer}/user` })
    await orStale(() => add(work, { customer: set.customer, ...fields }, person.id, profile))
    await storeInvitedUsers(work.db, set.id, [{ number, user: person.id }])
    const { changed, records } = await applyInvitations(work, set)
    const written = { type: customerUserProfiles.type, id: profile, version: 1 }
    return {
      changed: changed + 1,
      records: records && changed < maxPublishedChanges ? [written, ...records] : undefined,
    }
  },

  touched: userKind.touched,

  async undo(work, set) {
    const done = await userKind.undo(work, set)
    const newUser = await findNewUser(work.db, set.id)
    if (newUser?.user && !newUser.wasHere) await removeFromCustomer(work.db, set.customer, newUser.user)
    return done
  },
}
