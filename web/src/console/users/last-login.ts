import { type ProjectMember, tellsLastLogins } from '@lintel/contract/people/members'
import type { Environment } from '@lintel/contract/people/permissions'

/** When somebody was last in a project, as far as it is told (admin-console chapter 9). */
export type LastLogin = { said: 'never' } | { said: 'at'; minute: string } | { said: 'long ago' }

const two = (number: number) => String(number).padStart(2, '0')

/** The minute as `YYYY-MM-DD HH:mm`, in the reader's time zone. */
function minuteOf(instant: string): string {
  const at = new Date(instant)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Never for somebody who was never invited; the minute within the last 30 days; else only that it was before. */
export function lastLoginOf({
  invited,
  lastLogin,
  loggedLastMonth,
}: Pick<ProjectMember, 'invited' | 'lastLogin' | 'loggedLastMonth'>): LastLogin {
  if (!invited) return { said: 'never' }
  return loggedLastMonth && lastLogin !== null ? { said: 'at', minute: minuteOf(lastLogin) } : { said: 'long ago' }
}

/** The column is there for a single user, and not where real people work (admin-console chapter 6). */
export const showsLastLogin = (users: number, environment: Environment): boolean =>
  users === 1 && tellsLastLogins(environment)
