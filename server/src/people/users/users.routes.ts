import { isSignedIn, isStaff, type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { readCurrentUser, readCurrentUserV2, users } from '@lintel/contract/people/users'
import { Problem } from '@lintel/contract/problems'
import { withdrawAccess } from '../../identity/sessions/withdraw-access'
import { type Answering, answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { serve } from '../../platform/serve'
import { currentUser } from './current-user'
import { amongKnown, change, find, isProved, listKnown } from './users.store'

const own = ['timeZone', 'language'] as const
const staffs = ['role'] as const

/** One's own time zone and language; staff give and take the staff role (security G7). */
const writable = (actor: Person, user: { id: string } | undefined): ReadonlySet<string> =>
  new Set([...(user?.id === actor.email ? own : []), ...(isStaff(actor) ? staffs : [])])

export const userRoutes = serve(users, {
  find,
  among: amongKnown,
  writable,
  scopes: { read: 'read' },
  list: {
    may: (actor, { customerId }) => customerId === undefined || readsCustomer(actor, customerId),
    exportedBy: 'customerId',
    run: ({ db, actor }, query) => listKnown(db, actor, query),
  },
  read: { may: () => true },
  update: {
    may: (actor, user) => user.id === actor.email || isStaff(actor),
    freshProof: ({ role }) => role !== undefined,
    async run(making, user, patch) {
      if (patch.role && !(await isProved(making.db, user.id))) throw new Problem('emailNotProved')
      const id = await change(making, user, patch)
      // Staff sign in with a second factor and are not remembered: what was opened before that holds no longer (security C8, D3).
      if (patch.role && !user.role) await withdrawAccess(making, id, { reason: 'access-withdrawn' })
    },
  },
})

const current: Answering<typeof readCurrentUser> = {
  may: isSignedIn,
  whileRestricted: true,
  async run(context) {
    const { actor } = context
    if (!isSignedIn(actor)) throw new Problem('notSignedIn')
    return currentUser(context, actor)
  },
}

export const currentUserRoutes: Route[] = [answer(readCurrentUser, current), answer(readCurrentUserV2, current)]
