import { type AccessMatrix, levelLetters } from '@lintel/contract/people/access-matrix'
import type { Person } from '@lintel/contract/people/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database'
import { lastSequence } from '../../platform/events/history.store'
import { plannedAnew } from '../../platform/prepared-statements'
import { isOpenTo } from '../../projects/projects/project-rights.store'
import { isEndingSoon } from '../members/members.store'
import { isNamedHere } from '../users/accepted-people.store'
import { isStillOfCustomer } from '../users/person-reach.store'
import { MembersInGaps } from './members-in-gaps'

const lettersOf = (written: (letter: string) => string) =>
  sql`case member.privilege_level ${sql.join(
    levelLetters.map(([letter, level]) => sql`when ${sql.lit(level)} then ${sql.lit(written(letter))}`),
    sql` `,
  )} end`

const letterOf = sql`case when member.directory_level is null then ${lettersOf((letter) => letter)}
  else ${lettersOf((letter) => letter.toUpperCase())} end`

/** Who is shown, gathered into one row: of tens of thousands of people, objects would be made only to be written out again. */
interface PeopleRow {
  /** {@link AccessMatrix.people} as JSON. */
  people: string
  /** Their internal ids in the same order, as the database writes a list of them. */
  ids: string
  count: number
  organizations: string[]
  administrators: number[]
  imported: number[]
  provisioned: number[]
  guests: number[]
}

type ProjectRow = Omit<AccessMatrix['projects'][number], 'ends'> & { isOpen: boolean }

type EndsByProject = ReadonlyMap<string, AccessMatrix['projects'][number]['ends']>

interface EndRow {
  project: string
  place: number
  end: string
}

/** A matrix of which the members are written as the projects are asked for. */
export interface MatrixRead extends Omit<AccessMatrix, 'people' | 'projects'> {
  /** {@link AccessMatrix.people} as JSON. */
  people: string
  /** The projects in their order. */
  projects: Iterable<AccessMatrix['projects'][number]>
}

/**
 * All of it as it stood at one moment. Where the history stood is read first, so that going on from there tells of
 * everything that is missing.
 */
export const readMatrix = (db: Database, actor: Person, customer: string): Promise<MatrixRead> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      // Tens of thousands of people are sorted, and the texts of thousands of projects grow at once: on disk that takes a fifth longer.
      await sql`select set_config('work_mem', '32MB', true), set_config('statement_timeout', '60s', true)`.execute(
        transaction,
      )
      const cursor = String(await lastSequence(transaction, customer))
      const { ids, count, ...people } = await readPeople(transaction, actor, customer)
      await wholeAtOnce.execute(transaction)
      const ends = await readEnds(transaction, { customer, ids })
      const teams = await readTeams(transaction, actor, { customer, ids })
      const open = teams.filter(({ isOpen }) => isOpen)
      return {
        cursor,
        ...people,
        projects: withMembers(open, new MembersInGaps(count, people.administrators), ends),
        omittedProjects: teams.length - open.length,
      }
    })

async function readPeople(db: Database, actor: Person, customer: string): Promise<PeopleRow> {
  const placesWhere = (condition: RawBuilder<unknown>) =>
    sql`coalesce(array_agg(listed.place order by listed.place) filter (where ${condition}), '{}')::int[]`
  const { rows } = await sql<PeopleRow>`
        with listed as (
          select row_number() over (order by candidate.listed_as, candidate.email, candidate.user_id) - 1 as place,
            person.id, person.email, profile.user_organization_id as employer,
            case when ${isNamedHere(actor, 'candidate')} then person.name else '' end as name,
            case when ${isNamedHere(actor, 'candidate')} then person.organization else '' end as organization,
            -- Of another customer's guest nothing is told, and this one may give them any level.
            person.guest and (select own.user_id from project_member as own
              where own.customer_id = ${customer} and own.user_id = person.id limit 1) is not null as guest,
            exists (select from customer_admin as office
              where office.customer_id = ${customer} and office.user_id = person.id) as administers,
            coalesce(profile.directory_source, grouped.source) as source
          from customer_person as candidate
          join app_user as person on person.id = candidate.user_id
          left join customer_user_profile as profile on profile.customer_id = ${customer} and profile.user_id = person.id
          left join (
            select member.user_id, min(held.source) as source from directory_group_member as member
            join directory_group as held on held.id = member.group_id
            where member.customer_id = ${customer} and member.source <> 'hand' group by member.user_id
          ) as grouped on grouped.user_id = person.id
          where candidate.customer_id = ${customer} and person.deleted_at is null and ${isStillOfCustomer(customer, 'person')}
        ), employer as (
          select id, name, row_number() over (order by name, id) - 1 as place from user_organization
          where customer_id = ${customer} and id in (select employer from listed)
        )
        select coalesce(json_agg(json_build_array(email, listed.name, coalesce(employer.place, -1),
            case when employer.id is null then organization else '' end) order by listed.place), '[]')::text as people,
          coalesce(array_agg(listed.id order by listed.place), '{}')::text as ids,
          count(*)::int as count,
          (select coalesce(array_agg(name order by place), '{}') from employer) as organizations,
          ${placesWhere(sql`administers`)} as administrators,
          ${placesWhere(sql`source = 'import'`)} as imported,
          ${placesWhere(sql`source = 'scim'`)} as provisioned,
          ${placesWhere(sql`guest`)} as guests
        from listed left join employer on employer.id = listed.employer`.execute(db)
  const [read] = rows
  if (!read) throw new Error('The people of a customer were not counted')
  return read
}

/**
 * How memberships are read with the people that are handed over: looked up among them by hash and gathered by project, by several
 * processes where the database has them. Of such a list the planner knows too little, and would go through it membership by membership
 * or to the memberships person by person. It holds until the transaction ends.
 */
const wholeAtOnce = sql`select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('enable_sort', 'off', true)`

/**
 * The projects with those of the people who are members, as their places from 1 and letters, in any order, and whether the session
 * opens them. The places are handed over rather than counted in the statement: what is counted so is counted by one process.
 */
async function readTeams(
  db: Database,
  actor: Person,
  { customer, ids }: { customer: string; ids: string },
): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`${sql.raw(plannedAnew)}
        with team as (
          select member.project_id, string_agg(person.place || ${letterOf}, '') as members
          from project_member as member
          join (
            select user_id, min(place)::text as place from unnest(${ids}::uuid[]) with ordinality as given (user_id, place) group by user_id
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

/** The projects with their members as gaps and letters, one at a time: of a large customer they are megabytes. */
function* withMembers(projects: readonly ProjectRow[], gaps: MembersInGaps, ends: EndsByProject) {
  for (const { isOpen: _, ...project } of projects)
    yield { ...project, members: gaps.write(project.members), ends: ends.get(project.id) ?? [] }
}

/** What ends soon, by project. Who administers the customer is in its projects as long as that lasts. */
async function readEnds(db: Database, { customer, ids }: { customer: string; ids: string }): Promise<EndsByProject> {
  const { rows } = await sql<EndRow>`${sql.raw(plannedAnew)}
        with ending as (
          select member.project_id as project, member.user_id, coalesce(member.expiration_date, member.access_until) as end
          from project_member as member where member.customer_id = ${customer} and ${isEndingSoon}
            and not exists (select from customer_admin as office
              where office.customer_id = ${customer} and office.user_id = member.user_id)
        )
        select ending.project, person.place::int - 1 as place, ending.end
        from ending join unnest(${ids}::uuid[]) with ordinality as person (id, place) on person.id = ending.user_id`.execute(
    db,
  )
  const ends = new Map<string, AccessMatrix['projects'][number]['ends']>()
  for (const { project, place, end } of rows) {
    const known = ends.get(project)
    if (known) known.push([place, end])
    else ends.set(project, [[place, end]])
  }
  return ends
}
