import { isFullUser, isSignedIn, isStaff, type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { readCurrentUser, readCurrentUserV2, users } from '@lintel/contract/people/users'
import { Problem } from '@lintel/contract/problems'
import { endKeyAccounts } from '../../customers/customers/customers.store'
import { withdrawAccess } from '../../identity/sessions/withdraw-access'
import { answer, type CallHandler } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { serve } from '../../platform/serve'
import { currentUser } from './current-user'
import { requireNewPassword } from './former-staff.store'
import { change, find, findVisibleByIds, isEmailVerified, listVisible } from './users.store'

const ownWritable = ['timeZone', 'language'] as const
const staffWritable = ['role'] as const

/** Users change their own time zone and language; staff grant and revoke the staff role (security G7). */
const writable = (actor: Person, user: { id: string } | undefined): ReadonlySet<string> =>
  new Set([...(user?.id === actor.email ? ownWritable : []), ...(isStaff(actor) ? staffWritable : [])])

export const userRoutes = serve(users, {
  find,
  findByIds: findVisibleByIds,
  writable,
  scopes: { read: 'read' },
  list: {
    may: (actor, { customerId }) => customerId === undefined || readsCustomer(actor, customerId),
    exportedBy: 'customerId',
    run: ({ db, actor }, query) => listVisible(db, actor, query),
  },
  read: { may: () => true },
  update: {
    may: (actor, user) => isFullUser(actor) && (user.id === actor.email || isStaff(actor)),
    freshProof: ({ role }) => role !== undefined,
    async run(work, user, patch) {
      if (patch.role && !(await isEmailVerified(work.db, user.id))) throw new Problem('emailNotProved')
      const isDismissed = patch.role === null && user.role !== null
      if (isDismissed) await requireNewPassword(work, user.email)
      const id = await change(work, user, patch)
      // Staff must sign in with a second factor and without "remember me", so existing sessions are ended (security C8, D3).
      if (patch.role && !user.role) await withdrawAccess(work, id, { reason: 'access-withdrawn' })
      // Only staff act as key account managers (admin-console chapter 6).
      if (patch.role === null) await endKeyAccounts(work, { id, email: user.email })
    },
  },
})

const current: CallHandler<typeof readCurrentUser> = {
  may: isSignedIn,
  whileRestricted: true,
  async run(context) {
    const { actor } = context
    if (!isSignedIn(actor)) throw new Problem('notSignedIn')
    return currentUser(context, actor)
  },
}

export const currentUserRoutes: Route[] = [answer(readCurrentUser, current), answer(readCurrentUserV2, current)]
