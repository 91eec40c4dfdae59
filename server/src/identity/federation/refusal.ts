import { Problem, type ProblemCode } from '@lintel/contract/problems'
import type { AuditEvent } from '../../platform/audit/audit'
import type { Context } from '../../platform/context'

/** What is known when somebody who comes from a provider, or goes there, is refused. */
export interface RefusedAt extends Pick<AuditEvent, 'actor'> {
  action: `federation.${'redirect' | 'callback' | 'create' | 'link' | 'unlink'}`
  /** Only one that is set up here: what a stranger types is not kept. */
  provider?: string | undefined
  customer?: string | null
}

/** Tells the trail of a refusal in a transaction of its own (security J1): what was refused left nothing behind. Gives the problem. */
export async function refusal({ change }: Context, code: ProblemCode, at: RefusedAt): Promise<Problem> {
  await tellRefusal({ change }, code, at)
  return new Problem(code)
}

/** The same for a problem that is thrown as it came. */
export const tellRefusal = (
  { change }: Pick<Context, 'change'>,
  reason: string,
  { action, provider, customer = null, actor }: RefusedAt,
): Promise<void> =>
  change(async ({ audit }) => {
    audit({
      action,
      customer,
      result: 'failure',
      reason,
      ...(provider !== undefined && { target: { type: 'sso-providers', id: provider } }),
      ...(actor && { actor }),
    })
  })
