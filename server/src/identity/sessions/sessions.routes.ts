import { endOtherSessions, endSession, endSessionsOfUser, listSessions } from '@lintel/contract/identity/sessions'
import { administersAny, isSignedIn, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { answer } from '../../platform/answer'
import type { Change } from '../../platform/context'
import type { Route } from '../../platform/route'
import { isUuid } from '../../platform/rows'
import type { IdentityServices } from '../identity-services'
import { personOf } from '../signed-in'
import { openCities } from './cities'
import { describeBrowser } from './describe-browser'
import { endOtherSessions as endOthers } from './end-other-sessions'
import { closeOwnSession, openSessionsOf } from './own-sessions.store'
import { findAdministeredPerson } from './sessions.store'
import { endSignedIn } from './withdraw-access'

/** Lists and ends sessions. */
export function sessionRoutes({ actors, platform }: IdentityServices): Route[] {
  const cityOf = openCities(platform)
  return [
    answer(listSessions, {
      whileRestricted: true,
      may: isSignedIn,
      run: async (context) => {
        const actor = personOf(context)
        const open = await openSessionsOf(context.db, actor, context.now)
        const sessions = open.map(async ({ userAgent, ...session }) => ({
          ...session,
          ...describeBrowser(userAgent),
          city: await cityOf(session.ip),
          isCurrent: session.id === actor.sessionId,
        }))
        return { sessions: await Promise.all(sessions) }
      },
    }),
    answer(endSession, {
      whileRestricted: true,
      may: isSignedIn,
      run: async (context, { parameters: { id } }) => {
        const actor = personOf(context)
        if (!isUuid(id)) throw new Problem('notFound')
        await context.change(async ({ db, now, audit }) => {
          if (!(await closeOwnSession(db, actor, id, now))) throw new Problem('notFound')
          audit({ action: 'session.end', customer: actor.homeCustomer, target: { type: 'sessions', id } })
        })
        actors.forgetSession(id)
      },
    }),
    answer(endOtherSessions, {
      whileRestricted: true,
      may: isSignedIn,
      run: async (context) => {
        const actor = personOf(context)
        const ended = await context.change((change) => endOthers(change, actor))
        for (const id of ended) actors.forgetSession(id)
      },
    }),
    answer(endSessionsOfUser, {
      may: administersAny,
      run: async (context, { parameters: { email } }) => {
        const actor = personOf(context)
        const ended = await context.change((change) => endSessionsOf(change, actor, email.toLowerCase()))
        for (const id of ended) actors.forgetSession(id)
      },
    }),
  ]
}

/** Ends all sessions, feed tokens and display tokens of a person whom the actor administers. */
async function endSessionsOf(change: Change, actor: Person, email: string): Promise<string[]> {
  const person = await findAdministeredPerson(change.db, actor, email)
  if (!person) throw new Problem('notFound')
  const { id, mayEnd, customer } = person
  const ending = { reason: 'ended-by-administrator', exceptSession: actor.sessionId } as const
  const ids = mayEnd ? await endSignedIn(change, id, ending) : []
  const target = { type: 'users', id: email }
  change.audit({ action: 'session.end-of-user', customer, target, after: { sessions: ids } })
  return ids
}
