import { isLocked, projectMembers } from '@lintel/contract/people/members'
import { isNoGuest, type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { serve } from '../../platform/serve'
import { addMember, changeMember, removeMember } from './change-members'
import { find, listVisible } from './members.store'

/** Yourself, owners and customer administrators stay as they are; the rest depends on the standing in the project. */
const mayTouch = (actor: Person, member: Parameters<typeof isLocked>[0]) =>
  isNoGuest(actor) && !isLocked(member, actor.email)

export const memberRoutes = serve(projectMembers, {
  find,
  tenant: ({ customer }) => customer,
  list: {
    may: (actor, { customer, project }) =>
      customer === undefined || project !== undefined || readsCustomer(actor, customer),
    exportedBy: 'customer',
    run: ({ db, actor }, query) => listVisible(db, actor, query),
  },
  read: { may: () => true },
  create: { may: isNoGuest, run: addMember },
  update: { may: mayTouch, run: changeMember },
  remove: { may: mayTouch, run: removeMember },
})
