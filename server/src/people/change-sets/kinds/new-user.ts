import { newEmailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { type CustomerUserProfilePatch, customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { invitations } from '@lintel/contract/people/invitations'
import { projectMembers } from '@lintel/contract/people/members'
import { users } from '@lintel/contract/people/users'
import { Problem } from '@lintel/contract/problems'
import { mustBeLoginMethods } from '../../../customers/providers/login-methods.store'
import { mostTold } from '../../../platform/events/told-changes'
import { add } from '../../customer-user-profiles/customer-user-profiles.store'
import { findOrAddPerson } from '../../users/new-person.store'
import { type ChangeKind, Stale } from '../engine/change-kind'
import { insertInvitationRows, isOpenProject, noteInvited } from './invitation-rows.store'
import { applyInvitations, invitationReader } from './invitations'
import { timeZoneOf } from './memberships.store'
import { insertNewcomerRow, leaveCustomer, newcomerOf } from './new-user.store'
import { userKind } from './user'
import { organizationNames } from './user-profile-row.store'

/** Somebody is added by their email, with a profile and the projects they are invited to, as one step. */
export const newUserKind: ChangeKind<'new-user'> = {
  kind: 'new-user',
  changes: [customerUserProfiles.type, users.type, projectMembers.type, invitations.type],

  async read({ user, profile = {}, roles }, { db, customer, actor, now }) {
    const email = user.trim().toLowerCase()
    if (!newEmailPattern.test(email)) throw new Problem('invalidEmail', { pointer: '/data/attributes/input/user' })
    for (const [at, { project, providers }] of roles.entries()) {
      if (!(await isOpenProject(db, actor, customer, project))) {
        throw new Problem('unknownReference', { pointer: `/data/attributes/input/roles/${at}/project` })
      }
      await mustBeLoginMethods(db, actor, providers, customer)
    }
    // As it is stored: what is left out is not there.
    const fields: CustomerUserProfilePatch = JSON.parse(JSON.stringify(profile))
    const invitation = invitationReader(await timeZoneOf(db, customer), now)
    const names = await organizationNames(db, customer, [profile.userOrganization])
    const employer = profile.userOrganization ?? undefined
    return {
      total: roles.length + 1,
      async plan(transaction, set, { from, until }) {
        if (from === 0) {
          const shown = employer === undefined ? {} : { organizationName: names.get(employer) }
          await insertNewcomerRow(transaction, set, { number: 1, email, fields, shown })
        }
        for (const [at, role] of roles.entries()) {
          if (at + 1 < from || at + 1 >= until) continue
          const wanted = invitation({ ...role, number: at + 2, user: email })
          await insertInvitationRows(transaction, set, role, [wanted])
        }
      },
    }
  },

  async apply(work, set) {
    const newcomer = await newcomerOf(work.db, set.id)
    if (!newcomer) throw new Stale({ isUntouched: true })
    const { email, number, profile, fields } = newcomer
    const names = { givenName: fields.firstName, familyName: fields.lastName }
    const person = await findOrAddPerson(work, set.customer, {
      email,
      givenName: names.givenName ?? null,
      familyName: names.familyName ?? null,
    })
    if (!person) throw new Problem('unknownReference', { pointer: '/data/attributes/input/user' })
    await add(work, { customer: set.customer, ...fields }, person.id, profile)
    await noteInvited(work.db, set.id, [{ number, user: person.id }])
    const { changed, records } = await applyInvitations(work, set)
    const written = { type: customerUserProfiles.type, id: profile, version: 1 }
    return { changed: changed + 1, records: records && changed < mostTold ? [written, ...records] : undefined }
  },

  touched: userKind.touched,

  async undo(work, set) {
    const done = await userKind.undo(work, set)
    const newcomer = await newcomerOf(work.db, set.id)
    if (newcomer?.user && !newcomer.wasHere) await leaveCustomer(work.db, set.customer, newcomer.user)
    return done
  },
}
