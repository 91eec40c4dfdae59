import { type AccessMatrix, levelLetters } from '@lintel/contract/people/access-matrix'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
import type { Database } from '../../platform/database'
import { isOfCustomer } from '../users/person-reach.store'

/** The people of a customer in the order of the matrix, each with their place in it. */
const peopleOf = (customer: string) => sql`
  select person.id, person.email, person.name, person.organization, profile.user_organization_id,
    exists (select from customer_admin as office where office.customer_id = ${customer} and office.user_id = person.id)
      as administers,
    (row_number() over (order by person.name, person.email) - 1)::int as place
  from app_user as person
  left join customer_user_profile as profile on profile.customer_id = ${customer} and profile.user_id = person.id
  where person.deleted_at is null and ${isOfCustomer(customer, 'person.id')}`

const letterOf = sql`case level ${sql.join(
  levelLetters.map(([letter, level]) => sql`when ${sql.lit(level)} then ${sql.lit(letter)}`),
  sql` `,
)} end`

interface PersonRow {
  email: string
  name: string
  organization: string
  employer: string | null
  administers: boolean
}

type ProjectRow = AccessMatrix['projects'][number]

/** Everything at one moment: people and memberships fit each other. The rows are built in the database. */
export function readMatrix(db: Database, customer: string): Promise<AccessMatrix> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (reading) => {
      const { rows: people } = await sql<PersonRow>`
        with person as (${peopleOf(customer)})
        select person.email, person.name, person.organization, employer.name as employer, person.administers
        from person
        left join user_organization as employer
          on employer.customer_id = ${customer} and employer.id = person.user_organization_id
        order by person.place`.execute(reading)
      const { rows: projects } = await sql<ProjectRow>`
        with person as materialized (${peopleOf(customer)}),
        membership as (
          select member.project_id, person.place,
            case when person.administers and member.privilege_level < ${sql.lit(privilegeLevel.owner)}
              then ${sql.lit(privilegeLevel.customerAdmin)} else member.privilege_level end as level,
            person.place - coalesce(lag(person.place) over (partition by member.project_id order by person.place), -1) - 1
              as passed
          from project_member as member join person on person.id = member.user_id
          where member.customer_id = ${customer}
        ),
        team as (
          select project_id, string_agg(passed::text || ${letterOf}, '' order by place) as members
          from membership group by project_id
        )
        select project.id, project.name, project.external_id as "externalId", project.is_hibernated as "isHibernated",
          coalesce(team.members, '') as members
        from project left join team on team.project_id = project.id
        where project.customer_id = ${customer} and not project.is_inactive
        order by project.name, project.id`.execute(reading)
      return { ...withOrganizations(people), projects }
    })
}

function withOrganizations(rows: readonly PersonRow[]): Omit<AccessMatrix, 'projects'> {
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
