import { type AccessMatrix, levelLetters } from '@lintel/contract/people/access-matrix'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import type { Database } from '../../platform/database'
import { lastSequence } from '../../platform/events/history.store'
import { isOpenTo } from '../../projects/projects/project-rights.store'
import { isEndingSoon } from '../members/members.store'
import { isNamedHere } from '../users/accepted-people.store'
import { isStillOfCustomer } from '../users/person-reach.store'

const letterOf = sql`case member.privilege_level ${sql.join(
  levelLetters.map(([letter, level]) => sql`when ${sql.lit(level)} then ${sql.lit(letter)}`),
  sql` `,
)} end`

interface PersonRow {
  id: string
  email: string
  name: string
  organization: string
  employer: string | null
  administers: boolean
}

type ProjectRow = Omit<AccessMatrix['projects'][number], 'ends'> & { isOpen: boolean }

interface EndRow {
  project: string
  user: string
  end: string
}

/**
 * People first, then the memberships of just these: what is added in between is missing, nothing is out of place. Where
 * the history stands is read before either, so that going on from there tells of everything that is missing.
 */
export async function readMatrix(db: Database, actor: Person, customer: string): Promise<AccessMatrix> {
  const cursor = String(await lastSequence(db, customer))
  const { rows: people } = await sql<PersonRow>`
        select person.id, person.email, case when ${isNamedHere(actor, 'candidate')} then person.name else '' end as name,
          case when ${isNamedHere(actor, 'candidate')} then person.organization else '' end as organization, employer.name as employer,
          exists (select from customer_admin as office
            where office.customer_id = ${customer} and office.user_id = person.id) as administers
        from customer_person as candidate
        join app_user as person on person.id = candidate.user_id
        left join customer_user_profile as profile on profile.customer_id = ${customer} and profile.user_id = person.id
        left join user_organization as employer
          on employer.customer_id = ${customer} and employer.id = profile.user_organization_id
        where candidate.customer_id = ${customer} and person.deleted_at is null
          and ${isStillOfCustomer(customer, 'person.id')}
        order by candidate.name, candidate.email`.execute(db)
  const [{ rows }, ends] = await Promise.all([readTeams(db, actor, customer, people), readEnds(db, customer, people)])
  const offices = people.map(({ administers }) => administers)
  const open = rows.filter(({ isOpen }) => isOpen)
  const projects = open.map(({ isOpen: _, ...project }) => ({
    ...project,
    members: inGaps(project.members, offices),
    ends: ends.get(project.id) ?? [],
  }))
  return { cursor, ...withOrganizations(people), projects, omittedProjects: rows.length - open.length }
}

/** The projects with their members as places (from 1) and letters, in any order, and whether the session opens them. */
const readTeams = (db: Database, actor: Person, customer: string, people: readonly PersonRow[]) =>
  // The places go back as they are: to find the people again costs more than to send them.
  sql<ProjectRow>`
        with team as (
          select member.project_id, string_agg(person.place || ${letterOf}, '') as members
          from project_member as member
          join unnest(${people.map(({ id }) => id)}::uuid[]) with ordinality as person (id, place)
            on person.id = member.user_id
          where member.customer_id = ${customer}
          group by member.project_id
        )
        select project.id, project.name, project.external_id as "externalId", project.is_hibernated as "isHibernated",
          project.is_library as "isLibrary",
          coalesce(team.members, '') as members, ${isOpenTo(actor)} as "isOpen"
        from project left join team on team.project_id = project.id
        where project.customer_id = ${customer} and not project.is_inactive
        order by project.is_library, project.is_hibernated, project.name, project.id`.execute(db)

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

const zero = '0'.charCodeAt(0)
const nine = '9'.charCodeAt(0)

/** Places (from 1) and letters, in any order, as gaps and letters. Who administers the customer does so here, unless they own it. */
function inGaps(members: string, administers: readonly boolean[]): string {
  // A number a member, so that they are sorted as numbers: the place, and the letter in its last byte.
  const found: number[] = []
  let place = 0
  for (let at = 0; at < members.length; at += 1) {
    const code = members.charCodeAt(at)
    if (code <= nine) place = place * 10 + code - zero
    else {
      found.push((place - 1) * 256 + code)
      place = 0
    }
  }
  let last = -1
  let text = ''
  for (const member of Uint32Array.from(found).sort()) {
    const person = member >>> 8
    const letter = String.fromCharCode(member & 255)
    text += `${person - last - 1}${administers[person] && letter !== 'o' ? 'c' : letter}`
    last = person
  }
  return text
}

function withOrganizations(rows: readonly PersonRow[]): Omit<AccessMatrix, 'projects' | 'omittedProjects' | 'cursor'> {
  const places = new Map<string, number>()
  const people: AccessMatrix['people'] = []
  const administrators: number[] = []
  for (const { email, name, organization, employer, administers } of rows) {
    if (administers) administrators.push(people.length)
    if (employer !== null && !places.has(employer)) places.set(employer, places.size)
    const place = employer === null ? -1 : (places.get(employer) ?? -1)
    people.push([email, name, place, place < 0 ? organization : ''])
  }
  return { organizations: [...places.keys()], people, administrators }
}
