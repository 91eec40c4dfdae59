import type { FeedTableName } from '@lintel/contract/exchange/feed-tables'
import { tellsLastLogins } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, sql } from 'kysely'
import {
  exportedChecklistColumns,
  exportedChecklists,
  exportedTopicColumns,
  exportedTopics,
  utc,
} from '../../content/content-exports.store'
import { isContentRead } from '../../content/content-standing.store'
import { isStillOfCustomer, readsPeopleOf } from '../../people/users/person-reach.store'
import type { Configuration } from '../../platform/configuration'
import type { Database } from '../../platform/database'
import { visible as visibleStatistics } from '../../projects/project-stats/project-stats.store'
import { closedProjects, isOpenTo, isSeen, projectsBeside } from '../../projects/projects/project-rights.store'
import { visible as visibleProjects } from '../../projects/projects/projects.store'
import { exportedFacts } from '../users-export/users-export.store'

/** Who asks for the tables of which customer. */
export interface FeedAsked {
  db: Database
  actor: Person
  customer: string
  configuration: Pick<Configuration, 'publicUrl' | 'environment'>
}

/** Where the rows of a table come from: of the customer as a whole, or of each project that the person reads, one after the other. */
export type FeedRows =
  | { kind: 'ofCustomer'; rows: RawBuilder<unknown> }
  | { kind: 'ofProjects'; projects: RawBuilder<unknown>; rows: RawBuilder<unknown> }

const raw = (column: string) => sql.ref(column)

/**
 * Of the project `place`, found by the index of a project's rows. By `=` alone the database would take the order from the ids of all
 * projects where nearly all rows are of one, and look through them anew for each other project.
 */
const isOfPlace = (table: string) => sql`${sql.ref(`${table}.project_id`)} = any(array[place.id])`

/** The projects whose content the person reads now. */
const read = ({ db, actor, customer }: FeedAsked) =>
  sql`${projectsBeside(db, actor)
    .where('project.customer_id', '=', customer)
    .where(isContentRead(actor))
    .select(['project.id', 'project.name'])}`

/** The projects that are not deleted and that the person sees. */
const seen = ({ db, actor, customer }: FeedAsked) =>
  sql`${projectsBeside(db, actor)
    .where('project.customer_id', '=', customer)
    .where('project.is_inactive', '=', false)
    .where(isSeen(actor))
    .select(['project.id', 'project.name'])}`

/** The memberships of `person` as they are exported (`shownLevel` of the users' export). */
const memberships = ({ actor, customer, configuration: { environment } }: FeedAsked) => sql`coalesce((
  select json_agg(json_build_object(
    'project', member.project_id, 'projectName', project.name,
    'privilegeLevel', case when office.user_id is not null and member.privilege_level < ${sql.lit(privilegeLevel.owner)}
      then ${sql.lit(privilegeLevel.customerAdmin)} else member.privilege_level end,
    'expirationDate', ${utc('member.expiration_date')}, 'accessUntil', ${utc('member.access_until')},
    'lastLogin', ${
      tellsLastLogins(environment)
        ? sql`to_char(greatest(member.last_login_at, member.last_opened_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
        : sql`null`
    }) order by project.name, project.id)
  from project_member as member
  join project on project.id = member.project_id and not project.is_inactive and ${isOpenTo(actor)}
  left join customer_admin as office on office.customer_id = member.customer_id and office.user_id = member.user_id
  where member.customer_id = ${customer} and member.user_id = person.id
), '[]'::json)`

/** The rows of each table: those of the exports, by the same rights. Of a table of projects, `place` is the project. */
export const feedRows: Record<FeedTableName, (asked: FeedAsked) => FeedRows> = {
  projectStatistics: ({ db, actor, customer }) => ({
    kind: 'ofCustomer',
    rows: sql`${visibleStatistics(db, actor).where('project.customer_id', '=', customer)}`,
  }),
  projects: ({ db, actor, customer, configuration: { publicUrl } }) => ({
    kind: 'ofCustomer',
    rows: sql`${visibleProjects(db, actor, publicUrl).where('project.customer_id', '=', customer)}`,
  }),
  topics: (asked) => ({
    kind: 'ofProjects',
    projects: read(asked),
    rows: sql`select ${exportedTopicColumns(raw)}, topic.project_id as project from ${exportedTopics}
      where ${isOfPlace('topic')}`,
  }),
  checklists: (asked) => ({
    kind: 'ofProjects',
    projects: read(asked),
    rows: sql`select ${exportedChecklistColumns(raw)}, checklist.project_id as project from ${exportedChecklists}
      where ${isOfPlace('checklist')}`,
  }),
  classifications: (asked) => ({
    kind: 'ofProjects',
    projects: seen(asked),
    rows: sql`select place.id as project, place.name as "projectName", counted.key as classification,
        count(*)::integer as models, sum(counted.value::bigint)::bigint as objects
      from ifc_model as model cross join lateral jsonb_each_text(model.classifications) as counted
      where model.project_id = place.id group by counted.key`,
  }),
  users: (asked) => ({
    kind: 'ofCustomer',
    rows: sql`select candidate.email, ${exportedFacts(asked.actor, asked.customer)}, ${memberships(asked)} as memberships
      from customer_person as candidate
      join app_user as person on person.id = candidate.user_id and person.deleted_at is null
      where candidate.customer_id = ${asked.customer} and ${readsPeopleOf(asked.actor, asked.customer)}
        and ${isStillOfCustomer(asked.customer, 'person')}`,
  }),
}

/** How many projects of the customer are left out of the tables: closed to the login method; not running, of what projects hold. */
export function projectsLeftOut({ db, actor, customer }: FeedAsked, table: FeedTableName): RawBuilder<unknown> {
  const ofContent = table === 'topics' || table === 'checklists'
  const stopped = projectsBeside(db, actor)
    .where('project.customer_id', '=', customer)
    .where('project.is_inactive', '=', false)
    .where(isSeen(actor))
    .where(sql<boolean>`not ${isContentRead(actor)}`)
    .select(sql<number>`count(*)::integer`.as('stopped'))
  return sql`select (select count(*)::integer from project where project.id in ${closedProjects(actor, customer)}
      and not project.is_inactive) as omitted,
    ${ofContent ? stopped : sql`0`} as stopped`
}
