import {
  policyNoticeDays,
  type SecurityPolicy,
  type SecurityPolicyPatch,
  securityPolicies,
} from '@lintel/contract/customers/security-policies'
import { z } from 'zod'
import { dayProblem, startOfDay } from '../../api/form/last-day'

/** Form values of a policy. */
export interface PolicyValues {
  loginMethods: readonly string[]
  /** `YYYY-MM-DD`, from the start of that day in the reader's time zone; empty for never. */
  secondFactorFrom: string
  /** Hours; empty for no limit. */
  longestSessionHours: string
  /** Separated by commas or spaces. */
  inviteDomains: string
}

const dayMs = 86_400_000

/** Form values of a policy or of its audit log snapshot. */
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

/** Patch of changed form values. */
export const policyPatch = ({
  loginMethods,
  secondFactorFrom,
  longestSessionHours,
  inviteDomains,
}: Partial<PolicyValues>): SecurityPolicyPatch => ({
  ...(loginMethods && { loginMethods: [...loginMethods] }),
  ...(secondFactorFrom !== undefined && { secondFactorFrom: secondFactorFrom ? startOfDay(secondFactorFrom) : null }),
  ...(longestSessionHours !== undefined && {
    longestSessionHours: longestSessionHours ? Number(longestSessionHours) : null,
  }),
  ...(inviteDomains !== undefined && { inviteDomains: domainsIn(inviteDomains) }),
})

/**
 * Which notices are mailed before this day (`YYYY-MM-DD`) if the policy is saved at `now` (ms). One for each notice period that has not
 * passed; the first is sent immediately if its period has already begun.
 */
export function noticeSchedule(day: string, now: number): 'twice' | 'soonAndLater' | 'soon' | 'never' {
  const ahead = Date.parse(startOfDay(day)) - now
  const [first, last] = policyNoticeDays
  if (ahead > first * dayMs) return 'twice'
  if (ahead > last * dayMs) return 'soonAndLater'
  return ahead > 0 ? 'soon' : 'never'
}

/** The domains in a text. */
const domainsIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** Form schema of a policy. */
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
