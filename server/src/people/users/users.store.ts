import type { ListQuery } from '@lintel/contract/jsonapi/query'
import { type Person, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import {
  type CurrentUser,
  displayName,
  fullName,
  organizationName,
  type User,
  type UserPatch,
  type users,
} from '@lintel/contract/people/users'
import { Problem } from '@lintel/contract/problems'
import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { ownId, readableCustomers } from '../../customers/customers/customer-rights.store'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { type Listed, type Ordering, page } from '../../platform/paging'
import { columnsOf, uuidOrNil } from '../../platform/rows'
import { foundByWords, isLike } from '../../platform/search'
import { mustUpdateProfile } from '../user-profiles/profile-duty.store'
import { isAmongNamed, isNamed, isNamedHere } from './accepted-people.store'
import { homeOf } from './person-of-customer.store'
import { canSeeUser, isAmongVisibleUsers, isStillOfCustomer, readsPeopleOf } from './person-reach.store'

type Db = Database | Transaction

/**
 * People with the organization that `customer` (else the one they are at home at) knows them by, if the actor reads it. Of somebody
 * who is not `named` yet, the address alone is told.
 */
function people(db: Db, actor: Person, named: RawBuilder<SqlBool>, customer?: string) {
  const told = <T>(column: string, otherwise: RawBuilder<unknown> = sql`null`) =>
    sql<T>`case when ${named} then ${sql.ref(`person.${column}`)} else ${otherwise} end`
  return db
    .selectFrom('app_user as person')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('customer_user_profile as known')
          .select(['known.customer_id', 'known.user_organization_id'])
          .whereRef('known.user_id', '=', 'person.id')
          .where('known.customer_id', '=', customer ?? sql.ref<string>('person.home_customer_id'))
          .where((where) =>
            where.or([
              where(sql.ref('person.id'), '=', ownId(actor)),
              readableCustomers(where, actor, 'known.customer_id'),
            ]),
          )
          .limit(1)
          .as('profile'),
      (join) => join.onTrue(),
    )
    .leftJoin('user_organization as employer', (join) =>
      join
        .onRef('employer.customer_id', '=', 'profile.customer_id')
        .onRef('employer.id', '=', 'profile.user_organization_id'),
    )
    .select([
      'person.email as id',
      told<number>('version', sql`1`).as('version'),
      'person.email',
      told<string>('given_name', sql`''`).as('givenName'),
      told<string>('family_name', sql`''`).as('familyName'),
      told<string>('name', sql`''`).as('name'),
      told<string>('organization', sql`''`).as('organization'),
      'employer.id as userOrganization',
      'employer.name as employerName',
      told<string | null>('title').as('title'),
      told<string | null>('phone').as('phone'),
      sql<User['role']>`person.role`.as('role'),
      sql<boolean>`(person.guest and (${named} or ${hasMembership(actor, sql`own.privilege_level = ${guestLevel}`)}))`.as(
        'guest',
      ),
      told<string | null>('time_zone').as('timeZone'),
      told<string | null>('language').as('language'),
      told<string | null>('expiration_date').as('expirationDate'),
      told<string[]>('allowed_providers', sql`'{}'`).as('allowedProviders'),
      hasMembership(actor, sql`own.invited_at is not null`).as('invited'),
      told<boolean>('is_inactive', sql`false`).as('inactive'),
      sql<boolean>`person.deleted_at is not null`.as('isDeleted'),
      // When an account was made says that it was there before.
      told<string>('created_at', sql`date_trunc('day', now())`).as('createdAt'),
      administeredBy(actor).as('customerAdminFor'),
    ])
}

const guestLevel = sql.lit(privilegeLevel.guest)

/**
 * True for a person with a membership like this (`own`) at a customer that the actor reads: what they are elsewhere is told to themselves
 * alone. With a limit it is a look into an index for each person; without, the planner reads every membership there is.
 */
const hasMembership = (actor: Person, like: RawBuilder<unknown>) =>
  sql<boolean>`coalesce((
    select true from project_member as own
    where own.user_id = person.id and ${like}
      and (own.user_id = ${ownId(actor)} or ${readableCustomers(expressionBuilder(), actor, 'own.customer_id')})
    limit 1), false)`

/** What a person administers, the oldest first, as far as the actor reads it. */
const administeredBy = (actor: Person) =>
  sql<string[]>`array(
    select office.customer_id from customer_admin as office
    where office.user_id = person.id and ${readableCustomers(expressionBuilder(), actor, 'office.customer_id')}
    order by office.created_at, office.customer_id)`

type Row = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>

function toUser({ employerName, ...row }: Row): User {
  return {
    ...row,
    firstName: row.givenName,
    lastName: row.familyName,
    fullName: fullName(row),
    displayName: displayName(row),
    organizationName: organizationName(row, employerName === null ? null : { name: employerName }),
  }
}

/** Somebody without a name, or whose name is not told, stands by their address among the others. */
const listedAs = sql<string>`case when person.name = '' then person.email else person.name end collate "und-x-icu"`

/** What is not told orders nothing either. */
const orderingOf = (actor: Person): Ordering => ({
  columns: {
    name: actor.isStaff
      ? listedAs
      : sql`case when ${isAmongNamed(actor, 'person.id')} then ${listedAs} else person.email end collate "und-x-icu"`,
    email: sql.ref('person.email'),
    createdAt: actor.isStaff
      ? sql.ref('person.created_at')
      : sql`case when ${isAmongNamed(actor, 'person.id')} then person.created_at else 'epoch'::timestamptz end`,
  },
  carried: { name: 'listedAs' },
  id: sql.ref('person.email'),
  order: [{ field: 'name', descending: false }],
})

const orderingOfCustomer: Ordering = {
  order: [{ field: 'name', descending: false }],
  columns: {
    name: sql.ref('candidate.listed_as'),
    email: sql.ref('candidate.email'),
    createdAt: sql.ref('candidate.created_at'),
  },
  carried: { name: 'listedAs' },
  id: sql.ref('candidate.email'),
}

/** Ids are lower-cased emails; whoever writes one in another case means the same person. */
export async function find(db: Db, actor: Person, id: string): Promise<User | undefined> {
  const [user] = await amongKnown(db, actor, [id.toLowerCase()])
  return user
}

export async function amongKnown(db: Db, actor: Person, ids: readonly string[]): Promise<User[]> {
  const rows = await people(db, actor, isNamed(actor, 'person.id'))
    .where('person.email', 'in', ids)
    .where(canSeeUser(actor, 'person.id'))
    .execute()
  return rows.map(toUser)
}

/** The internal id of somebody whom the actor may know, by email; not of people who were deleted. */
export async function findKnownId(db: Db, actor: Person, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('app_user as person')
    .select('person.id')
    .where('person.email', '=', email.toLowerCase())
    .where('person.deleted_at', 'is', null)
    .where(canSeeUser(actor, 'person.id'))
    .executeTakeFirst()
  return row?.id
}

export async function listKnown(db: Db, actor: Person, query: ListQuery<typeof users>): Promise<Listed<User>> {
  const { customerId, userOrganization, role, q } = query.filters
  const customer = customerId === undefined ? undefined : uuidOrNil(customerId)
  const named = customer === undefined ? isAmongNamed(actor, 'person.id') : isNamedHere(actor, 'candidate')
  let select = customer === undefined ? known(db, actor) : ofCustomer(db, actor, customer)
  if (userOrganization !== undefined) select = select.where(worksFor(actor, userOrganization))
  if (role) select = select.where('person.role', '=', role)
  if (q) {
    select = select.where(
      foundByWords(
        q,
        (word) => sql`((${isLike('person.name', word)} and ${named}) or ${isLike('person.email', word)})`,
      ),
    )
  }
  const ordering = customer === undefined ? orderingOf(actor) : orderingOfCustomer
  const listed = await page(select.select(sql<string>`${ordering.columns.name}`.as('listedAs')), query, ordering)
  return { ...listed, records: listed.records.map(({ listedAs: _, ...row }) => toUser(row)) }
}

const known = (db: Db, actor: Person) =>
  people(db, actor, isAmongNamed(actor, 'person.id')).where(isAmongVisibleUsers(actor, 'person.id'))

/** Everybody a customer has to do with, in the order of an index: a page costs the same however many they are. */
const ofCustomer = (db: Db, actor: Person, customer: string) =>
  people(db, actor, isNamedHere(actor, 'candidate'), customer)
    .innerJoin('customer_person as candidate', 'candidate.user_id', 'person.id')
    .where('candidate.customer_id', '=', customer)
    .where(readsPeopleOf(actor, customer))
    .where(isStillOfCustomer(customer, 'person'))

/** Members of this organization, where the actor reads the customer whose it is. */
const worksFor = (actor: Person, organization: string) => sql<SqlBool>`person.id in (
  select member.user_id from customer_user_profile as member
  where member.user_organization_id = ${uuidOrNil(organization)}
    and ${readableCustomers(expressionBuilder(), actor, 'member.customer_id')})`

/** The mailbox of this address is proved to be its account's; stays so. */
export async function isProved(db: Db, email: string): Promise<boolean> {
  const person = db.selectFrom('app_user').select('id').where('email', '=', email)
  return (await person.where('email_verified_at', 'is not', null).executeTakeFirst()) !== undefined
}

/** Changes the person and gives their internal id. */
export async function change({ db, now }: Change<Person>, { id, version }: User, patch: UserPatch): Promise<string> {
  const columns = columnsOf(patch, { role: 'role', timeZone: 'time_zone', language: 'language' })
  const changed = await db
    .updateTable('app_user')
    .set({ ...columns, updated_at: instantOf(now), version: version + 1 })
    .where('email', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new Problem('stale', { header: 'If-Match' })
  return changed.id
}

/** The login methods of a `customer` as they hold now. */
const loginMethodsNow = sql<string[]>`customer_login_methods(customer.providers, customer.second_factor_from)`

/** What the application asks about the signed-in person, beside what the session says. */
export async function readOneself(db: Db, actor: Person) {
  const { id, guestOf } = actor
  const { readsFor } = withAnyLoginMethod(actor)
  const columns = [
    'email',
    'given_name as givenName',
    'family_name as familyName',
    sql<string>`name`.as('name'),
    'organization',
    sql<User['role']>`role`.as('role'),
    'time_zone as timeZone',
    'language',
    sql<CurrentUser['theme']>`theme`.as('theme'),
    'must_update_password as mustUpdatePassword',
    mustUpdateProfile.as('mustUpdateProfile'),
    'externally_identified as externallyIdentified',
    sql<boolean>`email_verified_at is not null`.as('emailProved'),
    // Whose a new project would be: `create-project.ts` decides in the same order.
    sql<boolean>`role is null and coalesce((
      select is_trial from customer where customer.id = coalesce(${homeOf(id)}, (
        select customer_id from customer_admin where user_id = app_user.id and not awaits_proof order by created_at, customer_id limit 1
      ))
    ), true)`.as('beginsWithTrial'),
  ] as const
  const [self, customerAdminFor, apiUserFor] = await Promise.all([
    db.selectFrom('app_user').select(columns).where('id', '=', id).executeTakeFirstOrThrow(),
    db
      .selectFrom('customer_admin as office')
      .innerJoin('customer', 'customer.id', 'office.customer_id')
      .select(['customer.id', 'customer.name', loginMethodsNow.as('loginMethods')])
      .where('office.user_id', '=', id)
      .where('office.awaits_proof', '=', false)
      .orderBy('office.created_at')
      .orderBy('customer.id')
      .execute(),
    readsFor.length === 0
      ? []
      : db
          .selectFrom('customer')
          .select(['id', 'name', loginMethodsNow.as('loginMethods')])
          .where('id', 'in', readsFor)
          .orderBy('name')
          .execute(),
  ])
  return { ...self, customerAdminFor: guestOf === null ? customerAdminFor : [], apiUserFor }
}
