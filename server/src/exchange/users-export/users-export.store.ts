import type { Person } from '@lintel/contract/people/permissions'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, sql } from 'kysely'
import { isNamedHere } from '../../people/users/accepted-people.store'
import { isStillOfCustomer, readsPeopleOf } from '../../people/users/person-reach.store'
import type { Database } from '../../platform/database'
import { isOpenTo } from '../../projects/projects/project-rights.store'

/** A project that is exported: those that are not deleted. */
export interface ExportedProject {
  id: string
  name: string
  externalId: string | null
}

/** A membership that is stored: by place of the project in the list of projects. */
export interface ExportedMembership {
  project: string
  level: PrivilegeLevel
  expirationDate: string | null
  accessUntil: string | null
  lastLogin: string | null
  /** The last day in the customer's time zone, as midnight in UTC. */
  lastDay: string | null
}

/** A person of the customer, with what they are stored as members of. */
export interface PersonRow {
  sortName: string
  email: string
  name: string
  givenName: string
  familyName: string
  title: string | null
  phone: string | null
  organization: string
  customerAdmin: boolean
  memberships: ExportedMembership[]
}

/** How many people are read at once: even where each is in a thousand projects, a few megabytes. */
const peopleAtOnce = 50

/** How much will be exported, as it stands (who has left is no more counted than shown): for the audit trail. */
export async function countExported(
  db: Database,
  actor: Person,
  customer: string,
): Promise<{ people: number; memberships: number }> {
  const { rows } = await sql<{ people: number; memberships: number }>`
    select (
        select count(*) from customer_person as candidate
        join app_user as person on person.id = candidate.user_id and person.deleted_at is null
        where candidate.customer_id = ${customer} and ${isStillOfCustomer(customer, 'person')}) as people, (
        select count(*) from project_member as member
        join project on project.id = member.project_id and not project.is_inactive and ${isOpenTo(actor)}
        join app_user as person on person.id = member.user_id and person.deleted_at is null
        where member.customer_id = ${customer}) as memberships`.execute(db)
  return { people: Number(rows[0]?.people ?? 0), memberships: Number(rows[0]?.memberships ?? 0) }
}

/** The projects that are exported, and how many are not, since their login methods ask for another sign-in. */
export async function projectsOf(
  db: Database,
  actor: Person,
  customer: string,
): Promise<{ projects: ExportedProject[]; omitted: number }> {
  const all = await db
    .selectFrom('project')
    .select(['id', 'name', 'external_id as externalId', isOpenTo(actor).as('isOpen')])
    .where('customer_id', '=', customer)
    .where('is_inactive', '=', false)
    .where(readsPeopleOf(actor, customer))
    .orderBy('name')
    .orderBy('id')
    .execute()
  const projects = all.filter(({ isOpen }) => isOpen).map(({ isOpen: _, ...project }) => project)
  return { projects, omitted: all.length - projects.length }
}

/**
 * The people of a customer by name, some at a time: each step is a statement of its own that goes on where the one before
 * ended, so that a slow reader holds no transaction open. Ends when the actor may not read the customer any more.
 */
export async function* peopleOf(db: Database, actor: Person, customer: string): AsyncGenerator<PersonRow, void> {
  let last: Pick<PersonRow, 'sortName' | 'email'> | undefined
  do {
    const people: PersonRow[] = await someOf(db, actor, customer, last)
    yield* people
    last = people.length === peopleAtOnce ? people.at(-1) : undefined
  } while (last)
}

/** What is exported of a person beside their memberships; `candidate` is their row of customer_person, `person` their account. */
export function exportedFacts(actor: Person, customer: string): RawBuilder<unknown> {
  // Who has not accepted yet is an address alone.
  const told = (column: string) =>
    sql`case when ${isNamedHere(actor, 'candidate')} then ${sql.ref(`person.${column}`)} else '' end`
  return sql`${told('name')} as name, ${told('given_name')} as "givenName",
      ${told('family_name')} as "familyName", nullif(${told('title')}, '') as title, nullif(${told('phone')}, '') as phone,
      coalesce((
        select employer.name from customer_user_profile as profile
        join user_organization as employer
          on employer.customer_id = profile.customer_id and employer.id = profile.user_organization_id
        where profile.customer_id = ${customer} and profile.user_id = person.id limit 1
      ), ${told('organization')}) as organization,
      coalesce((
        select true from customer_admin as office
        where office.customer_id = ${customer} and office.user_id = person.id limit 1
      ), false) as "customerAdmin"`
}

async function someOf(
  db: Database,
  actor: Person,
  customer: string,
  last: Pick<PersonRow, 'sortName' | 'email'> | undefined,
): Promise<PersonRow[]> {
  const beyond = last ? sql`and (candidate.listed_as, candidate.email) > (${last.sortName}, ${last.email})` : sql``
  const { rows } = await sql<PersonRow>`
    select candidate.listed_as as "sortName", person.email, ${exportedFacts(actor, customer)},
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'project', member.project_id, 'level', member.privilege_level, 'expirationDate', member.expiration_date,
          'accessUntil', member.access_until,
          'lastDay', to_char(coalesce(member.expiration_date, member.access_until) at time zone (
            select time_zone from customer where id = ${customer}), 'YYYY-MM-DD'),
          'lastLogin', greatest(member.last_login_at, member.last_opened_at)) order by project.name, project.id)
        from project_member as member
        join project on project.id = member.project_id and not project.is_inactive and ${isOpenTo(actor)}
        where member.customer_id = ${customer} and member.user_id = person.id
      ), '[]') as memberships
    from customer_person as candidate
    join app_user as person on person.id = candidate.user_id and person.deleted_at is null
    where candidate.customer_id = ${customer} ${beyond}
      and ${readsPeopleOf(actor, customer)} and ${isStillOfCustomer(customer, 'person')}
    order by candidate.listed_as, candidate.email limit ${peopleAtOnce}`.execute(db)
  return rows
}

/** The level that is shown: an administrator of the customer is one in every project that they do not own. */
export const shownLevel = ({ customerAdmin }: PersonRow, level: PrivilegeLevel): PrivilegeLevel =>
  customerAdmin && level < privilegeLevel.owner ? privilegeLevel.customerAdmin : level
