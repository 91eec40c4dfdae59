import type { FeedTableName } from '@lintel/contract/exchange/feed-tables'
import { exposesLastLogins } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { type RawBuilder, sql } from 'kysely'
import { isContentReadable } from '../../content/content-access.store'
import {
  exportedChecklistColumns,
  exportedChecklists,
  exportedTopicColumns,
  exportedTopics,
} from '../../content/content-exports.store'
import { effectiveLevelOf } from '../../people/members/effective-level.store'
import { isStillOfCustomer, readsPeopleOf } from '../../people/users/user-visibility.store'
import type { Configuration } from '../../platform/configuration'
import type { Database } from '../../platform/database'
import { instantText } from '../../platform/sql-times'
import { visible as visibleStatistics } from '../../projects/project-stats/project-stats.store'
import { closedProjects, isOpenTo, isVisibleTo, projectsWithRights } from '../../projects/projects/project-rights.store'
import { visible as visibleProjects } from '../../projects/projects/projects.store'
import { joinOwnProfile, personColumns } from '../users-export/users-export.store'

/** The actor and the customer of a feed request. */
export interface FeedContext {
  db: Database
  actor: Person
  customer: string
  configuration: Pick<Configuration, 'publicUrl' | 'environment'>
}

/** Source of a table's rows: one query for the customer, or a lateral query for each project that the actor reads. */
export type FeedRows =
  | { kind: 'ofCustomer'; rows: RawBuilder<unknown> }
  | { kind: 'ofProjects'; projects: RawBuilder<unknown>; rows: RawBuilder<unknown> }

const raw = (at: RawBuilder<unknown>) => at

/**
 * Restricts a table to the project `scope`. The array comparison makes the planner use the per-project index; with
 * plain `=` it would take the order from the primary key where nearly all rows belong to one project, and scan again
 * for every other project.
 */
const isOfScope = (table: string) => sql`${sql.ref(`${table}.project_id`)} = any(array[scope.id])`

/** Projects whose content the actor may read now. */
const readableProjects = ({ db, actor, customer }: FeedContext) =>
  sql`${projectsWithRights(db, actor)
    .where('project.customer_id', '=', customer)
    .where(isContentReadable(actor))
    .select(['project.id', 'project.name'])}`

/** Visible projects that are not deleted. */
const shownProjects = ({ db, actor, customer }: FeedContext) =>
  sql`${projectsWithRights(db, actor)
    .where('project.customer_id', '=', customer)
    .where('project.is_inactive', '=', false)
    .where(isVisibleTo(actor))
    .select(['project.id', 'project.name'])}`

/** Memberships of `person` as JSON, with the same levels as in the users' export. */
const memberships = ({ actor, customer, configuration: { environment } }: FeedContext) => sql`coalesce((
  select json_agg(json_build_object(
    'project', member.project_id, 'projectName', project.name,
    'privilegeLevel', ${effectiveLevelOf(sql.ref('member.privilege_level'), sql`admin_role.user_id is not null`)},
    'expirationDate', ${instantText(sql`member.expiration_date`)}, 'accessUntil', ${instantText(sql`member.access_until`)},
    'lastLogin', ${
      exposesLastLogins(environment)
        ? instantText(sql`greatest(member.last_login_at, member.last_opened_at)`)
        : sql`null`
    }) order by project.name, project.id)
  from project_member as member
  join project on project.id = member.project_id and not project.is_inactive and ${isOpenTo(actor)}
  left join customer_admin as admin_role on admin_role.customer_id = member.customer_id and admin_role.user_id = member.user_id
  where member.customer_id = ${customer} and member.user_id = person.id
), '[]'::json)`

/** The rows of each table, the same and with the same access rights as in the exports. For tables per project, `scope` is the project. */
export const feedRows: Record<FeedTableName, (feed: FeedContext) => FeedRows> = {
  projectStatistics: ({ db, actor, customer }) => ({
    kind: 'ofCustomer',
    rows: sql`${visibleStatistics(db, actor).where('project.customer_id', '=', customer)}`,
  }),
  projects: ({ db, actor, customer, configuration: { publicUrl } }) => ({
    kind: 'ofCustomer',
    rows: sql`${visibleProjects(db, actor, publicUrl).where('project.customer_id', '=', customer)}`,
  }),
  topics: (feed) => ({
    kind: 'ofProjects',
    projects: readableProjects(feed),
    rows: sql`select ${exportedTopicColumns(raw)}, topic.project_id as project from ${exportedTopics}
      where ${isOfScope('topic')}`,
  }),
  checklists: (feed) => ({
    kind: 'ofProjects',
    projects: readableProjects(feed),
    rows: sql`select ${exportedChecklistColumns(raw)}, checklist.project_id as project from ${exportedChecklists}
      where ${isOfScope('checklist')}`,
  }),
  classifications: (feed) => ({
    kind: 'ofProjects',
    projects: shownProjects(feed),
    rows: sql`select scope.id as project, scope.name as "projectName", counted.key as classification,
        count(*)::integer as models, sum(counted.value::bigint)::bigint as objects
      from ifc_model as model cross join lateral jsonb_each_text(model.classifications) as counted
      where model.project_id = scope.id group by counted.key`,
  }),
  users: (feed) => ({
    kind: 'ofCustomer',
    rows: sql`select candidate.email, ${personColumns(feed.actor, feed.customer)}, ${memberships(feed)} as memberships
      from customer_person as candidate
      join app_user as person on person.id = candidate.user_id and person.deleted_at is null
      ${joinOwnProfile(feed.customer)}
      where candidate.customer_id = ${feed.customer} and ${readsPeopleOf(feed.actor, feed.customer)}
        and ${isStillOfCustomer(feed.customer, 'person')}`,
  }),
}

/** Counts the projects omitted from a table: those closed to the login method and, for project content, those not running. */
export function omittedProjectCounts({ db, actor, customer }: FeedContext, table: FeedTableName): RawBuilder<unknown> {
  const ofContent = table === 'topics' || table === 'checklists'
  const stopped = projectsWithRights(db, actor)
    .where('project.customer_id', '=', customer)
    .where('project.is_inactive', '=', false)
    .where(isVisibleTo(actor))
    .where(sql<boolean>`not ${isContentReadable(actor)}`)
    .select(sql<number>`count(*)::integer`.as('stopped'))
  return sql`select (select count(*)::integer from project where project.id in ${closedProjects(actor, customer)}
      and not project.is_inactive) as omitted,
    ${ofContent ? stopped : sql`0`} as stopped`
}
