import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'

/** The texts of a row in a preview. */
export interface RowText {
  title: string
  detail: string
  before: string
  after: string
  /** An option of this row; toggling it plans again. */
  choice?: RowChoice | undefined
}

/** An optional effect of a row. */
export interface RowChoice {
  /** Identifies the choice among all rows. */
  key: string
  label: string
  /** Whether the current plan includes it. */
  isPlanned: boolean
}

/** Describes the rows of a kind of change set. */
export type DescribeRow = (row: ChangeSetRow) => RowText

interface MembershipTexts {
  role(level: PrivilegeLevel): string
  /** A role with its end, an instant or a day. */
  until(role: string, end: string): string
}

/** Describes rows about memberships: person, project, and the role before and after. */
export const describeMembership =
  (texts: MembershipTexts): DescribeRow =>
  ({ object, before, after, outcome }) => {
    const { user, name, projectName, project, given } = object
    const isConflict = outcome === 'conflict'
    return {
      title: name || user || Object.values(given ?? {}).join(' · ') || '—',
      detail: [name ? user : undefined, projectName ?? project].filter(Boolean).join(' · '),
      before: isConflict && before === null ? '' : describeTerms(before, texts),
      after: isConflict && after === null ? '' : describeTerms(after, texts),
    }
  }

function describeTerms(values: ChangeSetRow['before'], { role, until }: MembershipTexts): string {
  const level = (values?.privilegeLevel ?? privilegeLevel.inactive) as PrivilegeLevel
  const end = values?.accessUntil
  return typeof end === 'string' ? until(role(level), end) : role(level)
}

/** The field values of a profile in a row. */
export const describeProfile = (fields: ChangeSetRow['before']): string =>
  Object.entries(fields ?? {})
    .filter(([field, value]) => field !== 'userOrganization' && value !== null && value !== '')
    .map(([, value]) => String(value))
    .join(' · ') || '—'
