import type { ProjectMember, ProjectMemberPatch } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { dayProblem, typedDay } from './last-day'

/** What somebody is to be in a project, as the form has it. */
export interface MemberDraft {
  level: PrivilegeLevel
  /** The last day, `YYYY-MM-DD`; empty for no end. */
  lastDay: string
  providers: readonly string[]
}

/** The form of a membership as it stands; without one, that of nobody. */
export const draftOf = (member: ProjectMember | undefined, timeZone: string): MemberDraft =>
  member
    ? {
        level: member.privilegeLevel,
        lastDay: typedDay(endOf(member), timeZone),
        providers: member.providers,
      }
    : { level: privilegeLevel.inactive, lastDay: '', providers: [] }

/** Guests end by their expiration date, everybody else by the end of their access. */
export const endOf = ({
  privilegeLevel: level,
  expirationDate,
  accessUntil,
}: Pick<ProjectMember, 'privilegeLevel' | 'expirationDate' | 'accessUntil'>): string | null =>
  level === privilegeLevel.guest ? expirationDate : accessUntil

/** What the form changes of the membership; nothing when it changes nothing. Level 0 removes it. */
export function memberPatch(
  member: ProjectMember | undefined,
  draft: MemberDraft,
  timeZone: string,
): ProjectMemberPatch | undefined {
  const before = draftOf(member, timeZone)
  if (draft.level === privilegeLevel.inactive)
    return before.level === privilegeLevel.inactive ? undefined : { privilegeLevel: privilegeLevel.inactive }
  const patch: ProjectMemberPatch = {}
  const wasGuest = before.level === privilegeLevel.guest
  const isGuest = draft.level === privilegeLevel.guest
  if (draft.level !== before.level) patch.privilegeLevel = draft.level
  if (draft.lastDay !== before.lastDay || (wasGuest !== isGuest && draft.lastDay !== ''))
    patch[isGuest ? 'expirationDate' : 'accessUntil'] = draft.lastDay || null
  if (!isSame(draft.providers, before.providers)) patch.providers = [...draft.providers]
  return Object.keys(patch).length > 0 ? patch : undefined
}

/** A guest's access ends some day; everybody else's may. */
export const mayBeSaved = ({ level, lastDay }: MemberDraft, today: string): boolean =>
  level === privilegeLevel.inactive ||
  (dayProblem(lastDay, today) === undefined && (level !== privilegeLevel.guest || lastDay !== ''))

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((each) => other.includes(each))
