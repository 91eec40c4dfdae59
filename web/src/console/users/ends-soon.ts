import { projectMembers } from '@lintel/contract/people/members'
import { useQuery } from '@tanstack/react-query'
import { all } from '../../api/resource'
import { endOf } from './member-draft'

/** The memberships of a customer that end within two weeks. */
export interface EndsSoon {
  users: ReadonlySet<string>
  projects: ReadonlySet<string>
  /** The last day of a membership in that time, RFC 3339. */
  endAt(user: string, project: string): string | undefined
}

/** Which memberships end soon; undefined while that is not asked for, or not answered yet. */
export function useEndsSoon(customer: string, isAsked: boolean): EndsSoon | undefined {
  const { data } = useQuery({
    ...all(projectMembers, { filter: { customer, endsSoon: true } }),
    enabled: isAsked,
  })
  if (!isAsked || !data) return undefined
  const ends = new Map(data.records.map((member) => [`${member.project} ${member.user}`, endOf(member)]))
  return {
    users: new Set(data.records.map(({ user }) => user)),
    projects: new Set(data.records.map(({ project }) => project)),
    endAt: (user, project) => ends.get(`${project} ${user}`) ?? undefined,
  }
}
