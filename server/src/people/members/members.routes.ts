import { isLocked, projectMembers, tellsLastLogins } from '@lintel/contract/people/members'
import { isNoGuest, type Person, readsCustomer } from '@lintel/contract/people/permissions'
import type { Platform } from '../../platform/context'
import { type ServedResource, serve } from '../../platform/serve'
import { methodsWanted, omittedProjects } from '../../projects/projects/project-rights.store'
import { addMember } from './add-members'
import { changeMember, removeMember } from './change-members'
import { find, listVisible } from './members.store'

/** Yourself, owners and customer administrators stay as they are; the rest depends on the standing in the project. */
const mayTouch = (actor: Person, member: Parameters<typeof isLocked>[0]) =>
  isNoGuest(actor) && !isLocked(member, actor.email)

/** Memberships; when somebody was last in a project is told only where the installation may. */
export function memberRoutes({ configuration }: Pick<Platform, 'configuration'>): ServedResource {
  const tells = tellsLastLogins(configuration.environment)
  return serve(projectMembers, {
    find: (db, actor, id) => find(db, actor, id, tells),
    missingMethods: (db, actor, id) => methodsWanted(db, actor, id.split('.')[0] ?? ''),
    tenant: ({ customer }) => customer,
    scopes: { read: 'read', write: 'members:write' },
    list: {
      may: (actor, { customer, project }) =>
        customer === undefined || project !== undefined || readsCustomer(actor, customer),
      exportedBy: 'customer',
      omitted: omittedProjects,
      run: ({ db, actor }, query) => listVisible(db, actor, query, tells),
    },
    read: { may: () => true },
    create: { may: isNoGuest, run: addMember },
    update: { may: mayTouch, run: changeMember },
    remove: { may: mayTouch, run: removeMember },
  })
}
