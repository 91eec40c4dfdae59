import { exposesLastLogins, type ProjectMember } from '@lintel/contract/people/members'
import type { Environment } from '@lintel/contract/settings/environments'

/** A person's last login in a project, as far as it is disclosed (admin-console chapter 9). */
export type LastLogin = { kind: 'never' } | { kind: 'at'; minute: string } | { kind: 'long ago' }

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The minute as `YYYY-MM-DD HH:mm`, in the reader's time zone. */
function minuteOf(instant: string): string {
  const at = new Date(instant)
  const day = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
  return `${day} ${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

/** Never for people who were not invited; the minute within the last 30 days; otherwise only that it is longer ago. */
export function lastLoginOf({
  invited,
  lastLogin,
  loggedLastMonth,
}: Pick<ProjectMember, 'invited' | 'lastLogin' | 'loggedLastMonth'>): LastLogin {
  if (!invited) return { kind: 'never' }
  return loggedLastMonth && lastLogin !== null ? { kind: 'at', minute: minuteOf(lastLogin) } : { kind: 'long ago' }
}

/** The column is shown for a single user only, and not in production environments (admin-console chapter 6). */
export const isLastLoginShown = (users: number, environment: Environment): boolean =>
  users === 1 && exposesLastLogins(environment)
