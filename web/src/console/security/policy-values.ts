import {
  policyNoticeDays,
  type SecurityPolicy,
  type SecurityPolicyPatch,
  securityPolicies,
} from '@lintel/contract/customers/security-policies'
import { z } from 'zod'
import { beginningOf, dayProblem } from '../../api/form/last-day'

/** A policy as its form has it. */
export interface PolicyValues {
  loginMethods: readonly string[]
  /** `YYYY-MM-DD`, from its beginning where the reader is; empty for never. */
  secondFactorFrom: string
  /** Hours; empty for no limit. */
  longestSessionHours: string
  /** Separated by commas or spaces. */
  inviteDomains: string
}

const dayMs = 86_400_000

/** The values of a policy, or of what the audit log kept of it. */
export function policyValues(record: object | undefined): PolicyValues {
  const { loginMethods, secondFactorFrom, longestSessionHours, inviteDomains } = (record ??
    {}) as Partial<SecurityPolicy>
  return {
    loginMethods: loginMethods ?? [],
    secondFactorFrom: secondFactorFrom ? dayHere(secondFactorFrom) : '',
    longestSessionHours: longestSessionHours ? String(longestSessionHours) : '',
    inviteDomains: (inviteDomains ?? []).join(', '),
  }
}

/** What a save sends of these values. */
export const policyPatch = ({
  loginMethods,
  secondFactorFrom,
  longestSessionHours,
  inviteDomains,
}: Partial<PolicyValues>): SecurityPolicyPatch => ({
  ...(loginMethods && { loginMethods: [...loginMethods] }),
  ...(secondFactorFrom !== undefined && { secondFactorFrom: secondFactorFrom ? beginningOf(secondFactorFrom) : null }),
  ...(longestSessionHours !== undefined && {
    longestSessionHours: longestSessionHours ? Number(longestSessionHours) : null,
  }),
  ...(inviteDomains !== undefined && { inviteDomains: domainsIn(inviteDomains) }),
})

/**
 * Which mails go ahead of this day (`YYYY-MM-DD`) when it is saved `now` (ms): one at each distance that is not past, the first of them soon
 * where its distance has begun already.
 */
export function noticesOf(day: string, now: number): 'twice' | 'soonAndLater' | 'soon' | 'never' {
  const ahead = Date.parse(beginningOf(day)) - now
  const [first, last] = policyNoticeDays
  if (ahead > first * dayMs) return 'twice'
  if (ahead > last * dayMs) return 'soonAndLater'
  return ahead > 0 ? 'soon' : 'never'
}

/** The domains of a text. */
const domainsIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** The rules of the form. */
export const policyRules = z.object({
  secondFactorFrom: z.string().refine((day) => dayProblem(day, '') === undefined, 'invalid'),
  inviteDomains: z
    .string()
    .refine((text) => securityPolicies.fields.shape.inviteDomains.safeParse(domainsIn(text)).success, 'invalid'),
})

function dayHere(instant: string): string {
  const at = new Date(instant)
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
