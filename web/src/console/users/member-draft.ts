import type { ProjectMember, ProjectMemberPatch } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type Ground, isSame } from '../../api/form/draft'
import { dayProblem, typedDay } from '../../api/form/last-day'

/** What somebody is in a project, as a form has it. */
export interface MemberValues {
  level: PrivilegeLevel
  /** The last day, `YYYY-MM-DD`; empty for no end. */
  lastDay: string
  providers: readonly string[]
}

/** The fields of a membership that a form shows. */
type MemberFields = Partial<Pick<ProjectMember, 'privilegeLevel' | 'expirationDate' | 'accessUntil' | 'providers'>>

/** A membership as a form has it; nothing known is no membership. */
export const memberValues = (member: MemberFields | undefined, timeZone: string): MemberValues => ({
  level: member?.privilegeLevel ?? privilegeLevel.inactive,
  lastDay: typedDay(member?.expirationDate ?? member?.accessUntil ?? null, timeZone),
  providers: member?.providers ?? [],
})

/** What the form lies on. */
export const memberGround = (member: ProjectMember | undefined, timeZone: string): Ground<MemberValues> => ({
  version: member?.version,
  values: memberValues(member, timeZone),
})

/** Guests end by their expiration date, everybody else by the end of their access. */
export const endOf = ({
  privilegeLevel: level,
  expirationDate,
  accessUntil,
}: Pick<ProjectMember, 'privilegeLevel' | 'expirationDate' | 'accessUntil'>): string | null =>
  level === privilegeLevel.guest ? expirationDate : accessUntil

/** No membership. */
export const noMember: MemberValues = { level: privilegeLevel.inactive, lastDay: '', providers: [] }

/** What makes one of the other; nothing when they are the same. Level 0 removes the membership. */
export function memberPatch(before: MemberValues, wanted: MemberValues): ProjectMemberPatch | undefined {
  if (wanted.level === privilegeLevel.inactive)
    return before.level === privilegeLevel.inactive ? undefined : { privilegeLevel: privilegeLevel.inactive }
  const patch: ProjectMemberPatch = {}
  const wasGuest = before.level === privilegeLevel.guest
  const isGuest = wanted.level === privilegeLevel.guest
  if (wanted.level !== before.level) patch.privilegeLevel = wanted.level
  if (wanted.lastDay !== before.lastDay || (wasGuest !== isGuest && wanted.lastDay !== ''))
    patch[isGuest ? 'expirationDate' : 'accessUntil'] = wanted.lastDay || null
  if (!isSame(wanted.providers, before.providers)) patch.providers = [...wanted.providers]
  return Object.keys(patch).length > 0 ? patch : undefined
}

/** Whether a save would be taken: no last day lies in the past. An access may have no end, a guest's as well. */
export const mayBeSaved = ({ level, lastDay }: MemberValues, today: string): boolean =>
  level === privilegeLevel.inactive || dayProblem(lastDay, today) === undefined
