import { Problem, type ProblemCode } from '@lintel/contract/problems'
import type { AuditEvent } from '../../platform/audit/audit'
import type { Context } from '../../platform/context'

/** Audit fields of a refused federation request. */
export interface RefusalAudit extends Pick<AuditEvent, 'actor'> {
  action: `federation.${'redirect' | 'callback' | 'create' | 'link' | 'unlink'}`
  /** Only set for a configured provider: unknown input is not stored. */
  provider?: string | undefined
  customer?: string | null
}

/**
 * Records a refusal in the audit log, in a transaction of its own because the request was rolled back (security J1), and
 * returns the problem.
 */
export async function auditedProblem({ change }: Context, code: ProblemCode, at: RefusalAudit): Promise<Problem> {
  await auditRefusal({ change }, code, at)
  return new Problem(code)
}

/** Records a refusal in the audit log; the caller throws its own error. */
export const auditRefusal = (
  { change }: Pick<Context, 'change'>,
  reason: string,
  { action, provider, customer = null, actor }: RefusalAudit,
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
