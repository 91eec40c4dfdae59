import type { Person } from '@lintel/contract/people/permissions'
import {
  activityActions,
  activityFields,
  activityKinds,
  maxActivityEvents,
  maxActivityMembers,
  type ProjectActivity,
} from '@lintel/contract/projects/project-activity'
import { type RawBuilder, sql } from 'kysely'
import { belongsToCustomer } from '../../people/users/belongs-to-customer.store'
import type { Database } from '../../platform/database'
import { findAdministeredProject } from '../../projects/projects/project-rights.store'
import { changeSetsOfProject, isAbout, personOfMembership } from './subjects.store'

/** Change sets of a project among which the latest are found, the newest by their creation: a late undo of an older one is not shown. */
const maxChangeSets = 1_000

/** Change sets whose events are read: more than are shown, as an undo may have left nothing in the project. */
const maxShownChangeSets = 5 * maxActivityEvents

/** The change sets of the project that were applied or undone last; their ids (UUIDv7) are in the order of their creation. */
const latestChangeSets = (project: string) => {
  const latest = changeSetsOfProject(project).map(
    (ids) => sql`(select id from (${ids}) as touching group by id order by id desc limit ${sql.lit(maxChangeSets)})`,
  )
  return sql`select change_set.id from (${sql.join(latest, sql` union `)}) as touching
    join change_set on change_set.id = touching.id
    order by greatest(change_set.applied_at, change_set.undone_at) desc nulls last limit ${sql.lit(maxShownChangeSets)}`
}

/** The published fields of a project from the recorded state of an event. */
const visibleFields = (state: RawBuilder<unknown>) => sql<
  ProjectActivity['before']
>`case when event.target_type = 'projects' then (
  select jsonb_object_agg(field.key, field.value) from jsonb_each(case jsonb_typeof(${state}) when 'object' then ${state} else '{}' end) as field
  where field.key = any(${[...activityFields]}::text[])) end`

/** The memberships of the project changed by a bulk change. */
const bulkMembers = (project: string) => sql`
  select coalesce(jsonb_agg(jsonb_build_object('user', shown.email, 'before', shown.was, 'after', shown.is_now)
      order by shown.place) filter (where shown.place <= ${maxActivityMembers} and shown.email is not null), '[]') as members,
    count(*)::int as total
  from (
    select coalesce(row.object ->> 'user', person.email) as email, row_number() over (order by row.number) as place,
      case when event.action = 'change-sets.undo' then levels.after else levels.before end as was,
      case when event.action = 'change-sets.undo' then levels.before else levels.after end as is_now
    from change_set_row as row
    cross join lateral (select coalesce((row.before ->> 'privilegeLevel')::int, 0) as before,
      coalesce((row.after ->> 'privilegeLevel')::int, 0) as after) as levels
    left join app_user as person on person.id = row.user_id and ${belongsToCustomer('person', sql.ref('event.tenant_id'))}
    where event.target_type = 'change-sets' and row.change_set_id = event.target_id::uuid and row.outcome = 'change'
      and row.project_id = ${project} and row.object ->> 'type' is null
      and not (event.action = 'change-sets.undo' and row.remains)
  ) as shown`

const levelIn = (state: RawBuilder<unknown>) =>
  sql`case when jsonb_typeof(${state} -> 'privilegeLevel') = 'number' then (${state} ->> 'privilegeLevel')::int end`

/** The member concerned by a single event, with the recorded levels. */
const oneMember = sql`jsonb_build_array(jsonb_build_object('user', shown_member.email,
  'before', case when event.action = 'project-members.create' then 0 else ${levelIn(sql`event.before`)} end,
  'after', case when event.action in ('project-members.remove', 'project-members.leave') then 0
    else ${levelIn(sql`event.after`)} end))`

/** Whether the event left a change in the project: an undo may have reverted only what a change set did elsewhere. */
const isFelt = (project: string) => sql`(event.action <> 'change-sets.undo' or exists (
  select from change_set_row as row where row.change_set_id = event.target_id::uuid and row.project_id = ${project}
    and row.outcome = 'change' and not row.remains))`

/** The latest activity of a project; undefined if the actor does not administer it. */
export async function activityOf(db: Database, actor: Person, id: string): Promise<ProjectActivity[] | undefined> {
  const project = await findAdministeredProject(db, actor, id)
  if (!project) return undefined
  const subject = { keys: [project.id], addresses: [], user: null, project: project.id }
  const { rows } = await sql<ProjectActivity>`
    with latest as materialized (
      select event.* from audit_event as event
      where event.tenant_id = ${project.customer} and event.result = 'success'
        and event.action = any(${[...activityActions]}::text[])
        and ${isAbout(subject, false, latestChangeSets(project.id))}
        and ${isFelt(project.id)}
      order by event.occurred_at desc, event.sequence desc limit ${maxActivityEvents}
    )
    select event.id, event.occurred_at as "occurredAt", event.action, event.actor_email as actor,
      case when event.target_type = 'change-sets' and event.after ->> 'kind' = any(${[...activityKinds]}::text[])
        then event.after ->> 'kind' end as kind,
      ${visibleFields(sql`event.before`)} as before, ${visibleFields(sql`event.after`)} as after,
      case when shown_member.email is not null then ${oneMember} else bulk.members end as members,
      case when event.target_type in ('project-members', 'invitations') then 1 else bulk.total end as "membersTotal"
    from latest as event
    cross join lateral (select case when event.target_type = 'invitations' then event.after ->> 'email'
      else ${personOfMembership} end as email) as shown_member
    cross join lateral (${bulkMembers(project.id)}) as bulk
    order by event.occurred_at desc, event.sequence desc`.execute(db)
  return rows
}
