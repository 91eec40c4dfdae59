import { isMethodAllowed } from '@lintel/contract/customers/login-methods'
import {
  previewSecurityPolicy,
  type SecurityPolicy,
  type SecurityPolicyPatch,
  securityPolicies,
} from '@lintel/contract/customers/security-policies'
import { administers, administersAny, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Change } from '../../platform/context'
import type { Route } from '../../platform/route'
import { serve } from '../../platform/serve'
import { refuseUnknownLoginMethods } from '../providers/login-methods.store'
import {
  findPolicy,
  ofOtherDomains,
  signedInLonger,
  updatePolicy,
  withoutLoginMethod,
  withoutSecondFactor,
} from './security-policies.store'

/** The sign-in policy of a customer, managed by its administrators and staff (contract §6). */
export const securityPolicyRoutes = serve(securityPolicies, {
  find: findPolicy,
  tenant: ({ id }) => id,
  read: { may: (actor, { id }) => administers(actor, id) },
  update: { may: (actor, { id }) => administers(actor, id), freshProof: true, run: change },
})

async function change(work: Change<Person>, policy: SecurityPolicy, patch: SecurityPolicyPatch): Promise<void> {
  const { loginMethods } = patch
  if (loginMethods) await refuseUnknownLoginMethods(work.db, work.actor, loginMethods, policy.id, 'loginMethods')
  await updatePolicy(work, policy, patch)
}

const noPeople = { count: 0, named: [] }

/** Whether the policy would lock out this session. Login methods do not apply to staff. */
const locksOut = ({ loginMethod }: Person, loginMethods: readonly string[], secondFactorFrom: string | null): boolean =>
  loginMethod !== null &&
  (!isMethodAllowed(loginMethod, loginMethods) || (secondFactorFrom !== null && loginMethod === 'COGNITO'))

/** Previews whom a policy would affect before it is saved. */
export const policyPreviewRoutes: Route[] = [
  answer(previewSecurityPolicy, {
    may: administersAny,
    run: async (context, { parameters: { id }, body }) => {
      const { db, now } = context
      const { loginMethods = [], longestSessionHours, inviteDomains } = body
      const actor = personOf(context)
      if (!(await findPolicy(db, actor, id))) throw new Problem('notFound')
      await refuseUnknownLoginMethods(db, actor, loginMethods, id, 'loginMethods')
      return {
        withoutLoginMethod: loginMethods.length > 0 ? await withoutLoginMethod(db, actor, id, loginMethods) : noPeople,
        withoutSecondFactor: await withoutSecondFactor(db, actor, id),
        signedInTooLong:
          longestSessionHours == null
            ? noPeople
            : await signedInLonger(db, actor, id, { hours: longestSessionHours, now }),
        ofOtherDomains: inviteDomains?.length ? await ofOtherDomains(db, actor, id, inviteDomains) : noPeople,
        locksOutMaker: locksOut(actor, loginMethods, body.secondFactorFrom ?? null),
      }
    },
  }),
]
