import { endOf, type ProjectMember, type ProjectMemberPatch } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type Baseline, type DraftView, isSame } from '../../api/form/draft'
import { dayProblem, typedDay } from '../../api/form/last-day'

/** Form values of a membership. */
export interface MemberValues {
  level: PrivilegeLevel
  /** The last day, `YYYY-MM-DD`; empty for no end. */
  lastDay: string
  providers: readonly string[]
}

/** The fields of a membership that a form shows. */
type MemberFields = Partial<Pick<ProjectMember, 'privilegeLevel' | 'expirationDate' | 'accessUntil' | 'providers'>>

/** Form values of a membership; undefined means no membership. */
export const memberValues = (member: MemberFields | undefined, timeZone: string): MemberValues => ({
  level: member?.privilegeLevel ?? privilegeLevel.inactive,
  lastDay: typedDay(endOf(member ?? {}), timeZone),
  providers: member?.providers ?? [],
})

/** The stored version and values that the draft is based on. */
export const memberBaseline = (member: ProjectMember | undefined, timeZone: string): Baseline<MemberValues> => ({
  version: member?.version,
  values: memberValues(member, timeZone),
})

/** Form values without a membership. */
export const noMember: MemberValues = { level: privilegeLevel.inactive, lastDay: '', providers: [] }

/** What a save of these values stores: level 0 removes the membership. */
export const storedMember = ({ version, values }: DraftView<MemberValues>): Baseline<MemberValues> =>
  values.level === privilegeLevel.inactive ? { version: undefined, values: noMember } : { version, values }

/** The patch from one state to the other; undefined when they are equal. Level 0 removes the membership. */
export function memberPatch(before: MemberValues, after: MemberValues): ProjectMemberPatch | undefined {
  if (after.level === privilegeLevel.inactive)
    return before.level === privilegeLevel.inactive ? undefined : { privilegeLevel: privilegeLevel.inactive }
  const patch: ProjectMemberPatch = {}
  const wasGuest = before.level === privilegeLevel.guest
  const isGuest = after.level === privilegeLevel.guest
  if (after.level !== before.level) patch.privilegeLevel = after.level
  if (after.lastDay !== before.lastDay || (wasGuest !== isGuest && after.lastDay !== ''))
    patch[isGuest ? 'expirationDate' : 'accessUntil'] = after.lastDay || null
  if (!isSame(after.providers, before.providers)) patch.providers = [...after.providers]
  return Object.keys(patch).length > 0 ? patch : undefined
}

/** Whether the values can be saved: the last day must not be in the past. It is optional, also for guests. */
export const isSavable = ({ level, lastDay }: MemberValues, today: string): boolean =>
  level === privilegeLevel.inactive || dayProblem(lastDay, today) === undefined
