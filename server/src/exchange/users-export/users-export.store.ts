import type { ExportQuery } from '@lintel/contract/exchange/export-query'
import type { Person } from '@lintel/contract/people/permissions'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, sql } from 'kysely'
import { lastDayOf } from '../../people/members/membership-end.store'
import { isNamedInCustomer, nameInCustomer } from '../../people/users/accepted-people.store'
import { isStillOfCustomer, readsPeopleOf } from '../../people/users/user-visibility.store'
import type { Database } from '../../platform/database'
import { isOpenTo } from '../../projects/projects/project-rights.store'

/** An exported project; deleted ones are excluded. */
export interface ExportedProject {
  id: string
  name: string
  externalId: string | null
}

/** A stored membership. */
export interface ExportedMembership {
  project: string
  level: PrivilegeLevel
  expirationDate: string | null
  accessUntil: string | null
  lastLogin: string | null
  /** The last day in the customer's time zone, as a date. */
  lastDay: string | null
}

/** A person of the customer with their stored memberships. */
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

/** People per statement: a few megabytes even when each is in a thousand projects. */
const pageSize = 50

/** The requested part of the export. */
export type UsersPart = ExportQuery<{ email?: string | undefined }>

/** Counts the people of the part and their memberships, for the audit log; people who have left are excluded, as in the export. */
export async function countExported(
  db: Database,
  actor: Person,
  customer: string,
  { filter: { email }, skip, limit }: UsersPart,
): Promise<{ people: number; memberships: number }> {
  const isRequested = email === undefined ? sql`true` : sql`person.email = ${email.toLowerCase()}`
  const { rows } = await sql<{ people: number; memberships: number }>`
    with exported as (
      select person.id from customer_person as candidate
      join app_user as person on person.id = candidate.user_id and person.deleted_at is null
      where candidate.customer_id = ${customer} and ${isStillOfCustomer(customer, 'person')} and ${isRequested}
      order by candidate.listed_as, candidate.email offset ${skip} limit ${limit}
    )
    select (select count(*) from exported) as people, (
        select count(*) from project_member as member
        join project on project.id = member.project_id and not project.is_inactive and ${isOpenTo(actor)}
        where member.customer_id = ${customer} and member.user_id in (select id from exported)) as memberships`.execute(
    db,
  )
  return { people: Number(rows[0]?.people ?? 0), memberships: Number(rows[0]?.memberships ?? 0) }
}

/** The exported projects, and the number omitted because their login methods require another sign-in. */
export async function listExportedProjects(
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
 * Reads the people of a customer by name in pages, each in its own statement, so that a slow client holds no
 * transaction open. Ends when the actor may no longer read the customer.
 */
export async function* readPeople(db: Database, actor: Person, customer: string): AsyncGenerator<PersonRow, void> {
  let last: Pick<PersonRow, 'sortName' | 'email'> | undefined
  do {
    const people: PersonRow[] = await readPage(db, actor, customer, last)
    yield* people
    last = people.length === pageSize ? people.at(-1) : undefined
  } while (last)
}

/** Joins the customer's own profile of a `person`, as {@link personColumns} reads it. The limit makes it one index lookup for each. */
export const joinOwnProfile = (customer: string): RawBuilder<unknown> => sql`left join lateral (
    select known.first_name, known.last_name, known.title, known.phone, employer.name as employer
    from customer_user_profile as known
    left join user_organization as employer on employer.customer_id = known.customer_id and employer.id = known.user_organization_id
    where known.customer_id = ${customer} and known.user_id = person.id limit 1
  ) as profile on true`

/**
 * The exported columns of a person besides memberships; `candidate` is their customer_person row, `person` their account, `profile` what
 * {@link joinOwnProfile} joins. People who have not accepted yet are exported by address and by what the customer's own profile says.
 */
export function personColumns(actor: Person, customer: string): RawBuilder<unknown> {
  const shown = (own: string, account: string) => sql`coalesce(nullif(btrim(${sql.ref(`profile.${own}`)}), ''),
      case when ${isNamedInCustomer(actor, 'candidate')} then ${sql.ref(`person.${account}`)} else '' end)`
  return sql`${nameInCustomer(actor, 'candidate', 'person')} as name, ${shown('first_name', 'given_name')} as "givenName",
      ${shown('last_name', 'family_name')} as "familyName", nullif(${shown('title', 'title')}, '') as title,
      nullif(${shown('phone', 'phone')}, '') as phone, ${shown('employer', 'organization')} as organization,
      coalesce((
        select true from customer_admin as admin_role
        where admin_role.customer_id = ${customer} and admin_role.user_id = person.id limit 1
      ), false) as "customerAdmin"`
}

async function readPage(
  db: Database,
  actor: Person,
  customer: string,
  last: Pick<PersonRow, 'sortName' | 'email'> | undefined,
): Promise<PersonRow[]> {
  const beyond = last ? sql`and (candidate.listed_as, candidate.email) > (${last.sortName}, ${last.email})` : sql``
  const { rows } = await sql<PersonRow>`
    select candidate.listed_as as "sortName", person.email, ${personColumns(actor, customer)},
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'project', member.project_id, 'level', member.privilege_level, 'expirationDate', member.expiration_date,
          'accessUntil', member.access_until,
          'lastDay', ${lastDayOf('member', sql`(select time_zone from customer where id = ${customer})`)},
          'lastLogin', greatest(member.last_login_at, member.last_opened_at)) order by project.name, project.id)
        from project_member as member
        join project on project.id = member.project_id and not project.is_inactive and ${isOpenTo(actor)}
        where member.customer_id = ${customer} and member.user_id = person.id
      ), '[]') as memberships
    from customer_person as candidate
    join app_user as person on person.id = candidate.user_id and person.deleted_at is null
    ${joinOwnProfile(customer)}
    where candidate.customer_id = ${customer} ${beyond}
      and ${readsPeopleOf(actor, customer)} and ${isStillOfCustomer(customer, 'person')}
    order by candidate.listed_as, candidate.email limit ${pageSize}`.execute(db)
  return rows
}
