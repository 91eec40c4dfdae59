import { exposesLastLogins, isLocked, projectMembers } from '@lintel/contract/people/members'
import { isFullUser, type Person, readsCustomer } from '@lintel/contract/people/permissions'
import type { Platform } from '../../platform/context'
import { type ServedResource, serve } from '../../platform/serve'
import { omittedProjects, requiredLoginMethods } from '../../projects/projects/project-rights.store'
import { addMember } from './add-members'
import { changeMember, removeMember } from './change-members'
import { find, listVisible } from './members.store'

/** Actors cannot change themselves, owners or customer administrators; the rest depends on their access to the project. */
const mayChange = (actor: Person, member: Parameters<typeof isLocked>[0]) =>
  isFullUser(actor) && !isLocked(member, actor.email)

/** Routes of memberships; last logins are included only where the installation allows it. */
export function memberRoutes({ configuration }: Pick<Platform, 'configuration'>): ServedResource {
  const showsLastLogins = exposesLastLogins(configuration.environment)
  return serve(projectMembers, {
    find: (db, actor, id) => find(db, actor, id, showsLastLogins),
    missingMethods: (db, actor, id) => requiredLoginMethods(db, actor, id.split('.')[0] ?? ''),
    tenant: ({ customer }) => customer,
    scopes: { read: 'read', write: 'members:write' },
    list: {
      may: (actor, { customer, project }) =>
        customer === undefined || project !== undefined || readsCustomer(actor, customer),
      exportedBy: 'customer',
      omitted: omittedProjects,
      run: ({ db, actor }, query) => listVisible(db, actor, query, showsLastLogins),
    },
    read: { may: () => true },
    create: { may: isFullUser, run: addMember },
    update: { may: mayChange, run: changeMember },
    remove: { may: mayChange, run: removeMember },
  })
}
