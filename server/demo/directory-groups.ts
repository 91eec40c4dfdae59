import type { Insertable } from 'kysely'
import type { DB } from '../src/platform/database.types'
import { customerId } from './customers'
import { demoId } from './ids'
import type { Moments } from './moments'
import type { DemoPerson } from './people'
import { projectId } from './projects'

type MemberRow = Insertable<DB['project_member']>

/** The groups that Nordbygg's Entra ID keeps, and the project that each opens. */
const groups = [
  { name: 'BIM coordinators', project: 'NB-1902', level: 10, external: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159' },
  { name: 'Summer students', project: null, level: 10, external: '60f1bb27-2e1e-402d-bcc4-ec999564a194' },
] as const

/** Most people of a demo group. */
const maxGroupMembers = 6

/** The id of one of these groups. */
export const directoryGroupId = (name: string): string => demoId('directory-group', `nordbygg/${name}`)

/** The id of what one of them gives. */
export const directoryGroupAccessId = (name: string): string => demoId('directory-group-access', `nordbygg/${name}`)

/**
 * Groups that came by SCIM, who is in them and what they give. Their people are members of the project already, at the level that the
 * group gives: those memberships are marked as the directory's.
 */
export function directoryGroupRows(people: readonly DemoPerson[], members: readonly MemberRow[], { ago }: Moments) {
  const customer_id = customerId('nordbygg')
  const own = new Set(
    people.filter(({ email, isNamed }) => !isNamed && email.endsWith('@nordbygg.example')).map(({ id }) => id),
  )
  const isGiven = (member: MemberRow, project: string | null, level: number) =>
    project !== null &&
    member.project_id === projectId(project) &&
    own.has(`${member.user_id}`) &&
    member.privilege_level === level &&
    !member.access_until
  const given = groups.flatMap(({ name, project, level }) =>
    members
      .filter((member) => isGiven(member, project, level))
      .slice(0, maxGroupMembers)
      .map((member) => ({ group: directoryGroupId(name), member, level })),
  )
  const levels = new Map(given.map(({ member, level }) => [member, level]))
  return {
    memberships: members.map((member) => ({ ...member, directory_level: levels.get(member) ?? null })),
    groups: groups.map(({ name, external }) => ({
      id: directoryGroupId(name),
      customer_id,
      name,
      external_id: external,
      source: 'scim',
      created_at: ago(40),
      updated_at: ago(4),
    })),
    members: given.map(({ group, member }) => ({
      group_id: group,
      user_id: member.user_id,
      customer_id,
      source: 'scim',
    })),
    access: groups.flatMap(({ name, project, level }) =>
      project === null
        ? []
        : [
            {
              id: directoryGroupAccessId(name),
              group_id: directoryGroupId(name),
              project_id: projectId(project),
              customer_id,
              level,
            },
          ],
    ),
  }
}
