import type { Insertable } from 'kysely'
import type { DB } from '../src/platform/database.types'
import { customerId } from './customers'
import { demoId } from './demo-id'
import type { Moments } from './moments'
import type { DemoPerson } from './people'
import { projectId } from './projects'

type MemberRow = Insertable<DB['project_member']>

/** The groups that Nordbygg's Entra ID provisions, and the project that each gives access to. */
const groups = [
  { name: 'BIM coordinators', project: 'NB-1902', level: 10, externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159' },
  { name: 'Summer students', project: null, level: 10, externalId: '60f1bb27-2e1e-402d-bcc4-ec999564a194' },
] as const

/** Maximum number of members of a demo group. */
const maxGroupMembers = 6

/** The id of a provisioned group. */
export const directoryGroupId = (name: string): string => demoId('directory-group', `nordbygg/${name}`)

/** The id of the project access that a provisioned group gives. */
export const directoryGroupAccessId = (name: string): string => demoId('directory-group-access', `nordbygg/${name}`)

/**
 * Groups provisioned by SCIM, with their members and project access. Their members already have that level in the
 * project; these memberships are marked as managed by the directory.
 */
export function directoryGroupRows(people: readonly DemoPerson[], members: readonly MemberRow[], { ago }: Moments) {
  const customer_id = customerId('nordbygg')
  const own = new Set(
    people.filter(({ email, isNamed }) => !isNamed && email.endsWith('@nordbygg.example')).map(({ id }) => id),
  )
  const isGrantedBy = (member: MemberRow, project: string | null, level: number) =>
    project !== null &&
    member.project_id === projectId(project) &&
    own.has(`${member.user_id}`) &&
    member.privilege_level === level &&
    !member.access_until
  const grants = groups.flatMap(({ name, project, level }) =>
    members
      .filter((member) => isGrantedBy(member, project, level))
      .slice(0, maxGroupMembers)
      .map((member) => ({ group: directoryGroupId(name), member, level })),
  )
  const levels = new Map(grants.map(({ member, level }) => [member, level]))
  return {
    memberships: members.map((member) => ({ ...member, directory_level: levels.get(member) ?? null })),
    groups: groups.map(({ name, externalId }) => ({
      id: directoryGroupId(name),
      customer_id,
      name,
      external_id: externalId,
      source: 'scim',
      created_at: ago(40),
      updated_at: ago(4),
    })),
    members: grants.map(({ group, member }) => ({
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
