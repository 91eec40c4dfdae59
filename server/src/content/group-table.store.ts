import type { groups } from '@lintel/contract/content/groups'
import type { Entity } from '@lintel/contract/jsonapi/resource'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { isActive } from '../people/members/membership-end.store'
import type { Change } from '../platform/context'
import { groupColumns } from './content-columns'
import { type ContentTable, contains, type WrittenRecord } from './content-table.store'

/** Emails of the group's members; an automatic group contains every active member of the project. */
const members = sql`coalesce(case when content.is_automatic then (
    select json_agg(person.email order by person.email) from project_member as member
    join app_user as person on person.id = member.user_id
    where member.project_id = content.project_id and ${isActive('member')})
  else (
    select json_agg(person.email order by person.email) from project_group_member as member
    join app_user as person on person.id = member.user_id where member.group_id = content.id)
  end, '[]')`

/** Storage of groups. Group members must be members of the project and leave the group when they leave the project. */
export const groupTable: ContentTable<typeof groups> = {
  columns: groupColumns,
  computedFields: { members },
  filterConditions: ({ q }) => contains('name', q),
  isReadOnly: (record) => (record as Entity<typeof groups>).isAutomatic,
  afterWrite: writeMembers,
}

async function writeMembers({ db }: Change<Person>, rows: readonly WrittenRecord[]): Promise<void> {
  const changed = rows.filter(({ input }) => 'members' in input)
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  await sql`delete from project_group_member where group_id = any(${ids}::uuid[])`.execute(db)
  const requested = changed.flatMap(({ id, project, input }) =>
    (input as { members: string[] }).members.map((email) => ({ group_id: id, project_id: project, email })),
  )
  // An unknown email becomes the nil UUID, which the foreign key refuses like any non-member.
  await sql`
    insert into project_group_member (project_id, group_id, user_id)
    select requested.project_id, requested.group_id, coalesce(person.id, '00000000-0000-0000-0000-000000000000')
    from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as requested (group_id uuid, project_id uuid, email text)
    left join app_user as person on person.email = lower(requested.email)
    group by 1, 2, 3`.execute(db)
}
