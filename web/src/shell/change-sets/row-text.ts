import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'

/** A row of a preview, in words. */
export interface RowText {
  title: string
  detail: string
  before: string
  after: string
  /** What the person may have done with this row, or not; the plan is made anew then. */
  choice?: RowChoice | undefined
}

/** Something that is done with a row or not, as the person chooses. */
export interface RowChoice {
  /** What it is about, among all rows. */
  key: string
  label: string
  /** The plan does it. */
  isPlanned: boolean
}

/** How a kind of change set words its rows. */
export type DescribeRow = (row: ChangeSetRow) => RowText

interface MembershipWords {
  role(level: PrivilegeLevel): string
  /** A role with the end of it, an instant or a day. */
  until(role: string, end: string): string
}

/** Rows about people in projects: who, where, and the role before and after. */
export const describeMembership =
  (words: MembershipWords): DescribeRow =>
  ({ object, before, after, outcome }) => {
    const { user, name, projectName, project, given } = object
    const isConflict = outcome === 'conflict'
    return {
      title: name || user || Object.values(given ?? {}).join(' · ') || '—',
      detail: [name ? user : undefined, projectName ?? project].filter(Boolean).join(' · '),
      before: isConflict && before === null ? '' : standing(before, words),
      after: isConflict && after === null ? '' : standing(after, words),
    }
  }

function standing(terms: ChangeSetRow['before'], { role, until }: MembershipWords): string {
  const level = (terms?.privilegeLevel ?? privilegeLevel.inactive) as PrivilegeLevel
  const end = terms?.accessUntil ?? terms?.expirationDate
  return typeof end === 'string' ? until(role(level), end) : role(level)
}

/** What a row says of a profile, in its own words; an organization by its name. */
export const profileWords = (fields: ChangeSetRow['before']): string =>
  Object.entries(fields ?? {})
    .filter(([field, value]) => field !== 'userOrganization' && value !== null && value !== '')
    .map(([, value]) => String(value))
    .join(' · ') || '—'
