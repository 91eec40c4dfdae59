import { type AccessMatrix, levelLetters } from '@lintel/contract/people/access-matrix'
import type { DirectorySource } from '@lintel/contract/people/directory-groups'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import type { Database } from '../../platform/database'
import { lastSequence } from '../../platform/events/history.store'
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

interface PersonRow {
  id: string
  /** Where they stand among all who are known to the customer, from 1. */
  rank: string
  email: string
  name: string
  organization: string
  employer: string | null
  administers: boolean
  /** The way by which the customer's directory brought them; null for whom it did not. */
  source: DirectorySource | null
  guest: boolean
}

type ProjectRow = Omit<AccessMatrix['projects'][number], 'ends'> & { isOpen: boolean }

type EndsByProject = ReadonlyMap<string, AccessMatrix['projects'][number]['ends']>

interface EndRow {
  project: string
  user: string
  end: string
}

/** A matrix of which the members are written as the projects are asked for. */
export interface MatrixRead extends Omit<AccessMatrix, 'projects'> {
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
      // The texts of thousands of projects grow at once: on disk that takes a fifth longer. Millions of memberships are read.
      await sql`select set_config('work_mem', '32MB', true), set_config('statement_timeout', '60s', true)`.execute(
        transaction,
      )
      const cursor = String(await lastSequence(transaction, customer))
      const people = await readPeople(transaction, actor, customer)
      const teams = await readTeams(transaction, actor, customer)
      const ends = await readEnds(transaction, customer, people)
      const open = teams.filter(({ isOpen }) => isOpen)
      return {
        cursor,
        ...withOrganizations(people),
        projects: withMembers(open, people, ends),
        omittedProjects: teams.length - open.length,
      }
    })

const readPeople = async (db: Database, actor: Person, customer: string): Promise<PersonRow[]> => {
  const { rows } = await sql<PersonRow>`
        select person.id, candidate.rank, person.email, case when ${isNamedHere(actor, 'candidate')} then person.name else '' end as name,
          case when ${isNamedHere(actor, 'candidate')} then person.organization else '' end as organization, employer.name as employer,
          person.guest,
          exists (select from customer_admin as office
            where office.customer_id = ${customer} and office.user_id = person.id) as administers,
          coalesce(profile.directory_source, grouped.source) as source
        from (select customer_person.*, ${rankOf} as rank from customer_person where customer_id = ${customer}) as candidate
        join app_user as person on person.id = candidate.user_id
        left join customer_user_profile as profile on profile.customer_id = ${customer} and profile.user_id = person.id
        left join user_organization as employer
          on employer.customer_id = ${customer} and employer.id = profile.user_organization_id
        left join (
          select member.user_id, min(held.source) as source from directory_group_member as member
          join directory_group as held on held.id = member.group_id
          where member.customer_id = ${customer} and member.source <> 'hand' group by member.user_id
        ) as grouped on grouped.user_id = person.id
        where person.deleted_at is null and ${isStillOfCustomer(customer, 'person.id')}
        order by candidate.rank`.execute(db)
  return rows
}

/** Numbers the people of a customer by name; those without one by their address among the others. */
const rankOf = sql`row_number() over (order by listed_as, email, user_id)`

/**
 * The projects with their members as ranks and letters, in any order, and whether the session opens them. People are
 * ranked once more rather than handed over: of an array the planner knows nothing, and joins it row by row.
 */
async function readTeams(db: Database, actor: Person, customer: string): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
        with team as (
          select member.project_id, string_agg(person.rank || ${letterOf}, '') as members
          from project_member as member
          join (select user_id, ${rankOf} as rank from customer_person where customer_id = ${customer}) as person
            on person.user_id = member.user_id
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
function* withMembers(projects: readonly ProjectRow[], people: readonly PersonRow[], ends: EndsByProject) {
  const gaps = new MembersInGaps(people.map(({ rank, administers }) => ({ rank: Number(rank), administers })))
  for (const { isOpen: _, ...project } of projects)
    yield { ...project, members: gaps.write(project.members), ends: ends.get(project.id) ?? [] }
}

/** What ends soon, by project. Who administers the customer is in its projects as long as that lasts. */
async function readEnds(db: Database, customer: string, people: readonly PersonRow[]) {
  const { rows } = await sql<EndRow>`
        select member.project_id as project, member.user_id as user,
          coalesce(member.expiration_date, member.access_until) as end
        from project_member as member where member.customer_id = ${customer} and ${isEndingSoon}`.execute(db)
  const ends = new Map<string, AccessMatrix['projects'][number]['ends']>()
  if (rows.length === 0) return ends
  const places = new Map(people.flatMap(({ id, administers }, place) => (administers ? [] : [[id, place]])))
  for (const { project, user, end } of rows) {
    const place = places.get(user)
    if (place === undefined) continue
    const known = ends.get(project)
    if (known) known.push([place, end])
    else ends.set(project, [[place, end]])
  }
  return ends
}

function withOrganizations(rows: readonly PersonRow[]): Omit<AccessMatrix, 'projects' | 'omittedProjects' | 'cursor'> {
  const places = new Map<string, number>()
  const people: AccessMatrix['people'] = []
  const administrators: number[] = []
  const from = { import: [] as number[], scim: [] as number[] }
  const guests: number[] = []
  for (const { email, name, organization, employer, administers, guest, source } of rows) {
    if (administers) administrators.push(people.length)
    if (guest) guests.push(people.length)
    if (source !== null) from[source].push(people.length)
    if (employer !== null && !places.has(employer)) places.set(employer, places.size)
    const place = employer === null ? -1 : (places.get(employer) ?? -1)
    people.push([email, name, place, place < 0 ? organization : ''])
  }
  const provisioned = from.scim
  return { organizations: [...places.keys()], people, administrators, guests, imported: from.import, provisioned }
}
