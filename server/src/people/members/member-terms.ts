import { endOfDay } from '@lintel/contract/people/guest-expiration'
import { grantableLevels } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { Problem } from '@lintel/contract/problems'
import type { ProjectStanding } from './member-standing.store'

/** What a membership is asked to be; what is left out stays as it was. */
export interface WantedTerms {
  privilegeLevel?: PrivilegeLevel | undefined
  expirationDate?: string | null | undefined
  accessUntil?: string | null | undefined
}

/** What a membership is then: guests end by `expirationDate`, everybody else by `accessUntil`. */
export interface Terms {
  privilegeLevel: PrivilegeLevel
  expirationDate: string | null
  accessUntil: string | null
}

const at = (field: string) => ({ pointer: `/data/attributes/${field}` })

/** Fails with 422 `levelNotAllowed` for a level that the standing does not let give (security G5). */
export function refuseUngrantable(standing: ProjectStanding, level: PrivilegeLevel): void {
  if (!grantableLevels(standing).includes(level)) throw new Problem('levelNotAllowed', at('privilegeLevel'))
}

/**
 * The terms that a wish makes of the present ones. A day is over at its last second in the customer's time zone; a
 * date that has passed fails with 422, and so does an end of the kind that the level does not have.
 */
export function agreedTerms(wanted: WantedTerms, present: Terms, timeZone: string, now: number): Terms {
  const level = wanted.privilegeLevel ?? present.privilegeLevel
  const isGuest = level === privilegeLevel.guest
  const [ends, never] = isGuest
    ? (['expirationDate', 'accessUntil'] as const)
    : (['accessUntil', 'expirationDate'] as const)
  if (typeof wanted[never] === 'string') throw new Problem('invalid', at(never))
  const day = wanted[ends]
  // Who becomes a guest, or ceases to be one, keeps the end they had.
  const end =
    day === undefined ? (present[ends] ?? present[never]) : day === null ? null : lastInstant(day, timeZone, now, ends)
  return { privilegeLevel: level, expirationDate: null, accessUntil: null, [ends]: end }
}

function lastInstant(day: string, timeZone: string, now: number, field: string): string {
  const end = endOfDay(day, timeZone)
  if (Date.parse(end) < now) throw new Problem('dateInPast', at(field))
  return end
}
