import { type AccessMatrix, levelLetters } from '@lintel/contract/people/access-matrix'
import { type Organization, organizationTitle } from '@lintel/contract/people/organizations'
import type { Person } from '@lintel/contract/people/permissions'
import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database } from '../../platform/database'
import { lastSequence } from '../../platform/events/history.store'
import { alwaysReplan } from '../../platform/prepared-statements'
import { WorkGate } from '../../platform/work-gate'
import { isOpenTo } from '../../projects/projects/project-rights.store'
import { isEndingSoon } from '../members/members.store'
import { endOf } from '../members/membership-end.store'
import { isNamedInCustomer, nameInCustomer } from '../users/accepted-people.store'
import { isStillOfCustomer } from '../users/user-visibility.store'
import { MemberGapEncoder } from './member-gap-encoder'

const levelLetter = (transform: (letter: string) => string) =>
  sql`case member.privilege_level ${sql.join(
    levelLetters.map(([letter, level]) => sql`when ${sql.lit(level)} then ${sql.lit(transform(letter))}`),
    sql` `,
  )} end`

const memberLetter = sql`case when member.directory_level is null then ${levelLetter((letter) => letter)}
  else ${levelLetter((letter) => letter.toUpperCase())} end`

/** The listed people, aggregated into one row: building objects for tens of thousands of people only to serialize them again would waste memory. */
interface PeopleRow {
  /** {@link AccessMatrix.people} as JSON. */
  people: string
  /** Their internal ids in the same order, as a PostgreSQL array literal. */
  ids: string
  count: number
  organizations: Pick<Organization, 'name' | 'number' | 'country'>[]
  administrators: number[]
  imported: number[]
  provisioned: number[]
  guests: number[]
}

type ProjectRow = Omit<AccessMatrix['projects'][number], 'ends'> & { isOpen: boolean }

type EndsByProject = ReadonlyMap<string, AccessMatrix['projects'][number]['ends']>

interface EndRow {
  project: string
  position: number
  end: string
}

/** An access matrix whose project members are encoded lazily while the projects are iterated. */
export interface StreamedMatrix extends Omit<AccessMatrix, 'people' | 'projects'> {
  /** {@link AccessMatrix.people} as JSON. */
  people: string
  /** The projects in display order. */
  projects: Iterable<AccessMatrix['projects'][number]>
}

/** A change of a person or a project makes every open grid read again: these reads leave most database connections to others. */
const gate = new WorkGate({ running: 2, waiting: 100, waitMs: 30_000 })

interface MatrixQuery {
  actor: Person
  customer: string
  now: number
}

/**
 * A consistent snapshot of the matrix at `now`, in ms. The event cursor is read first, so that resuming from it misses no event. Throws 503
 * `overloaded` when too many reads are waiting.
 */
export const readMatrix = (db: Database, query: MatrixQuery): Promise<StreamedMatrix> =>
  gate.run(() => readSnapshot(db, query))

const readSnapshot = (db: Database, { actor, customer, now }: MatrixQuery): Promise<StreamedMatrix> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      // Sorting tens of thousands of people and aggregating thousands of projects exceeds the default work_mem;
      // spilling to disk takes a fifth longer.
      await sql`select set_config('work_mem', '32MB', true), set_config('statement_timeout', '60s', true)`.execute(
        transaction,
      )
      const cursor = String(await lastSequence(transaction, customer))
      const { ids, count, organizations, ...people } = await readPeople(transaction, actor, customer)
      await forceHashJoins.execute(transaction)
      const ends = await readEnds(transaction, { customer, ids, now })
      const teams = await readTeams(transaction, actor, { customer, ids })
      const open = teams.filter(({ isOpen }) => isOpen)
      return {
        cursor,
        ...people,
        organizations: organizations.map(organizationTitle),
        projects: withMembers(open, new MemberGapEncoder(count, people.administrators), ends),
        omittedProjects: teams.length - open.length,
      }
    })

async function readPeople(db: Database, actor: Person, customer: string): Promise<PeopleRow> {
  const positionsWhere = (condition: RawBuilder<unknown>) =>
    sql`coalesce(array_agg(listed.position order by listed.position) filter (where ${condition}), '{}')::int[]`
  const { rows } = await sql<PeopleRow>`
        with listed as (
          select row_number() over (order by candidate.listed_as, candidate.email, candidate.user_id) - 1 as position,
            person.id, person.email, profile.user_organization_id as employer,
            ${nameInCustomer(actor, 'candidate', 'person')} as name,
            case when ${isNamedInCustomer(actor, 'candidate')} then person.organization else '' end as organization,
            -- A guest of another customer is not disclosed as such; this customer may grant them any level.
            person.guest and (select own.user_id from project_member as own
              where own.customer_id = ${customer} and own.user_id = person.id limit 1) is not null as guest,
            exists (select from customer_admin as admin_role
              where admin_role.customer_id = ${customer} and admin_role.user_id = person.id) as administers,
            coalesce(profile.directory_source, grouped.source) as source
          from customer_person as candidate
          join app_user as person on person.id = candidate.user_id
          left join customer_user_profile as profile on profile.customer_id = ${customer} and profile.user_id = person.id
          left join (
            select member.user_id, min(parent_group.source) as source from directory_group_member as member
            join directory_group as parent_group on parent_group.id = member.group_id
            where member.customer_id = ${customer} and member.source <> 'hand' group by member.user_id
          ) as grouped on grouped.user_id = person.id
          where candidate.customer_id = ${customer} and person.deleted_at is null and ${isStillOfCustomer(customer, 'person')}
        ), employer as (
          select id, name, number, country, row_number() over (order by name, id) - 1 as position from user_organization
          where customer_id = ${customer} and id in (select employer from listed)
        )
        select coalesce(json_agg(json_build_array(email, listed.name, coalesce(employer.position, -1),
            case when employer.id is null then organization else '' end) order by listed.position), '[]')::text as people,
          coalesce(array_agg(listed.id order by listed.position), '{}')::text as ids,
          count(*)::int as count,
          (select coalesce(json_agg(json_build_object('name', name, 'number', number, 'country', country) order by position), '[]')
            from employer) as organizations,
          ${positionsWhere(sql`administers`)} as administrators,
          ${positionsWhere(sql`source = 'import'`)} as imported,
          ${positionsWhere(sql`source = 'scim'`)} as provisioned,
          ${positionsWhere(sql`guest`)} as guests
        from listed left join employer on employer.id = listed.employer`.execute(db)
  const [read] = rows
  if (!read) throw new Error('The people of a customer were not counted')
  return read
}

/**
 * Forces hash joins and hash aggregation (parallel where available) for reading memberships until the transaction
 * ends. The planner underestimates the list of people and would otherwise choose a nested loop or a merge join.
 */
const forceHashJoins = sql`select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('enable_sort', 'off', true)`

/**
 * The projects with their members, encoded as 1-based positions and level letters in any order, and whether the
 * session may open each. The positions are passed in with the ids because a window function in this statement would
 * prevent a parallel plan.
 */
async function readTeams(
  db: Database,
  actor: Person,
  { customer, ids }: { customer: string; ids: string },
): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`${sql.raw(alwaysReplan)}
        with team as (
          select member.project_id, string_agg(person.position || ${memberLetter}, '') as members
          from project_member as member
          join (
            select user_id, min(position)::text as position from unnest(${ids}::uuid[]) with ordinality as given (user_id, position) group by user_id
          ) as person on person.user_id = member.user_id
          where member.customer_id = ${customer}
          group by member.project_id
        )
        select project.id, project.name, project.external_id as "externalId", project.is_hibernated as "isHibernated",
          project.is_library as "isLibrary",
          coalesce(team.members, '') as members, ${isOpenTo(actor)} as "isOpen"
        from project left join team on team.project_id = project.id
        where project.customer_id = ${customer} and not project.is_inactive
        order by project.is_library, project.is_hibernated, project.name, project.id`.execute(db)
  return rows
}

/** Encodes the members of each project lazily: for a large customer they add up to megabytes. */
function* withMembers(projects: readonly ProjectRow[], gaps: MemberGapEncoder, ends: EndsByProject) {
  for (const { isOpen: _, ...project } of projects)
    yield { ...project, members: gaps.write(project.members), ends: ends.get(project.id) ?? [] }
}

/** Memberships that end soon or have ended, by project. Customer administrators are left out: they are in every project regardless. */
async function readEnds(
  db: Database,
  { customer, ids, now }: { customer: string; ids: string; now: number },
): Promise<EndsByProject> {
  const { rows } = await sql<EndRow>`${sql.raw(alwaysReplan)}
        with ending as (
          select member.project_id as project, member.user_id, ${endOf('member')} as end
          from project_member as member where member.customer_id = ${customer}
            and (${isEndingSoon} or ${endOf('member')} <= ${instantOf(now)})
            and not exists (select from customer_admin as admin_role
              where admin_role.customer_id = ${customer} and admin_role.user_id = member.user_id)
        )
        select ending.project, person.position::int - 1 as position, ending.end
        from ending join unnest(${ids}::uuid[]) with ordinality as person (id, position) on person.id = ending.user_id`.execute(
    db,
  )
  const ends = new Map<string, AccessMatrix['projects'][number]['ends']>()
  for (const { project, position, end } of rows) {
    const known = ends.get(project)
    if (known) known.push([position, end])
    else ends.set(project, [[position, end]])
  }
  return ends
}
