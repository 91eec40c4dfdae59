import { endOfDay } from '@lintel/contract/people/guest-expiration'
import { grantableLevels } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { Problem } from '@lintel/contract/problems'
import type { Transaction } from '../../platform/database'
import { timeZoneOfEnds } from '../change-sets/kinds/memberships.store'
import type { ProjectAccess } from './project-access.store'

/** Requested terms of a membership; omitted ones are unchanged. */
export interface TermsInput {
  privilegeLevel?: PrivilegeLevel | undefined
  expirationDate?: string | null | undefined
  accessUntil?: string | null | undefined
}

/** Resulting terms of a membership: guests end by `expirationDate`, everybody else by `accessUntil`. */
export interface Terms {
  privilegeLevel: PrivilegeLevel
  expirationDate: string | null
  accessUntil: string | null
}

const at = (field: string) => ({ pointer: `/data/attributes/${field}` })

/** Fails with 422 `levelNotAllowed` for a level that the actor may not grant (security G5). */
export function refuseUngrantable(access: ProjectAccess, level: PrivilegeLevel): void {
  if (!grantableLevels(access).includes(level)) throw new Problem('levelNotAllowed', at('privilegeLevel'))
}

/** The time zone of the days in requested terms, as {@link timeZoneOfEnds}. */
export const timeZoneOfTerms = (db: Transaction, { customer }: ProjectAccess, requested: readonly TermsInput[]) =>
  timeZoneOfEnds(
    db,
    customer,
    requested.flatMap(({ expirationDate, accessUntil }) => [expirationDate, accessUntil]),
  )

/**
 * Resolves the requested terms against the current ones. A day ends at its last second in the customer's time zone.
 * Fails with 422 for a past date and for an end of a kind that the level does not have.
 */
export function resolveTerms(requested: TermsInput, present: Terms, timeZone: string, now: number): Terms {
  const level = requested.privilegeLevel ?? present.privilegeLevel
  const isGuest = level === privilegeLevel.guest
  const [ends, never] = isGuest
    ? (['expirationDate', 'accessUntil'] as const)
    : (['accessUntil', 'expirationDate'] as const)
  if (typeof requested[never] === 'string') throw new Problem('invalid', at(never))
  const day = requested[ends]
  // A change between guest and member keeps the existing end.
  const end =
    day === undefined ? (present[ends] ?? present[never]) : day === null ? null : lastInstant(day, timeZone, now, ends)
  return { privilegeLevel: level, expirationDate: null, accessUntil: null, [ends]: end }
}

function lastInstant(day: string, timeZone: string, now: number, field: string): string {
  const end = endOfDay(day, timeZone)
  if (Date.parse(end) < now) throw new Problem('dateInPast', at(field))
  return end
}
