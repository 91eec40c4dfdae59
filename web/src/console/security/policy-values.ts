import {
  policyNoticeDays,
  type SecurityPolicy,
  type SecurityPolicyPatch,
  securityPolicies,
} from '@lintel/contract/customers/security-policies'
import { day, instant } from '@lintel/contract/jsonapi/fields'
import { endOfDay } from '@lintel/contract/people/guest-expiration'
import { z } from 'zod'
import { typedDay } from '../../api/form/last-day'

/** Form values of a policy. */
export interface PolicyValues {
  loginMethods: readonly string[]
  /** The instant; empty for never, or what is typed and is not a day. */
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
    secondFactorFrom: secondFactorFrom ?? '',
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
  ...(secondFactorFrom !== undefined && { secondFactorFrom: secondFactorFrom || null }),
  ...(longestSessionHours !== undefined && {
    longestSessionHours: longestSessionHours ? Number(longestSessionHours) : null,
  }),
  ...(inviteDomains !== undefined && { inviteDomains: domainsIn(inviteDomains) }),
})

/** The day of a form value in the customer's time zone, or what is typed. */
export const dayOfValue = (value: string, timeZone: string): string =>
  isInstant(value) ? typedDay(value, timeZone) : value

/** The form value of a typed day: its start in the customer's time zone, or the stored instant if that is on this day. */
export function valueOfDay(typed: string, timeZone: string, stored: string): string {
  if (typed === dayOfValue(stored, timeZone)) return stored
  if (!day.safeParse(typed).success) return typed
  const dayBefore = new Date(Date.parse(typed) - dayMs).toISOString().slice(0, 10)
  const start = new Date(Date.parse(endOfDay(dayBefore, timeZone)) + 1_000).toISOString().replace('.000Z', 'Z')
  // A time zone has skipped days.
  return dayOfValue(start, timeZone) === typed ? start : typed
}

const isInstant = (value: string) => instant.safeParse(value).success

/**
 * Which notices are mailed before this instant if the policy is saved at `now` (ms). One for each notice period that has not passed; the first is
 * sent immediately if its period has already begun.
 */
export function noticeSchedule(from: string, now: number): 'twice' | 'soonAndLater' | 'soon' | 'never' {
  const ahead = Date.parse(from) - now
  const [first, last] = policyNoticeDays
  if (ahead > first * dayMs) return 'twice'
  if (ahead > last * dayMs) return 'soonAndLater'
  return ahead > 0 ? 'soon' : 'never'
}

/** The domains in a text. */
const domainsIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** Form schema of a policy. */
export const policyRules = z.object({
  secondFactorFrom: z.string().refine((value) => value === '' || isInstant(value), 'invalid'),
  inviteDomains: z
    .string()
    .refine((text) => securityPolicies.fields.shape.inviteDomains.safeParse(domainsIn(text)).success, 'invalid'),
})
