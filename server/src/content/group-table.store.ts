import type { groups } from '@lintel/contract/content/groups'
import type { Entity } from '@lintel/contract/jsonapi/resource'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import type { Change } from '../platform/context'
import { isActive } from '../projects/projects/project-rights.store'
import { groupColumns } from './content-columns'
import { type ContentTable, contains, type Written } from './content-table.store'

/** Everybody who is in the project now, or the members that the group has. */
const members = sql`coalesce(case when content.is_automatic then (
    select json_agg(person.email order by person.email) from project_member as member
    join app_user as person on person.id = member.user_id
    where member.project_id = content.project_id and ${isActive('member')})
  else (
    select json_agg(person.email order by person.email) from project_group_member as member
    join app_user as person on person.id = member.user_id where member.group_id = content.id)
  end, '[]')`

/** How groups are stored: their members are members of the project, and leave the group when they leave it. */
export const groupTable: ContentTable<typeof groups> = {
  columns: groupColumns,
  shown: { members },
  filtered: ({ q }) => contains('name', q),
  isFixed: (record) => (record as Entity<typeof groups>).isAutomatic,
  written: writeMembers,
}

async function writeMembers({ db }: Change<Person>, rows: readonly Written[]): Promise<void> {
  const changed = rows.filter(({ given }) => 'members' in given)
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  await sql`delete from project_group_member where group_id = any(${ids}::uuid[])`.execute(db)
  const wanted = changed.flatMap(({ id, project, given }) =>
    (given as { members: string[] }).members.map((email) => ({ group_id: id, project_id: project, email })),
  )
  // Somebody whom nobody knows is no member of the project either: refused by the name of the rule.
  await sql`
    insert into project_group_member (project_id, group_id, user_id)
    select wanted.project_id, wanted.group_id, coalesce(person.id, '00000000-0000-0000-0000-000000000000')
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (group_id uuid, project_id uuid, email text)
    left join app_user as person on person.email = lower(wanted.email)
    group by 1, 2, 3`.execute(db)
}
