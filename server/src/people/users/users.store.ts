import type { ListQuery } from '@lintel/contract/jsonapi/query'
import { displayName } from '@lintel/contract/people/display-name'
import { type Person, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import {
  type CurrentUser,
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
import type { Database } from '../../platform/database'
import { type ListPage, type Ordering, page } from '../../platform/paging'
import { columnsOf, uuidOrNil } from '../../platform/rows'
import { isLike, matchesWords } from '../../platform/search'
import { runningTrialsOf } from '../../projects/projects/end-trials.store'
import { mustUpdateProfile } from '../user-profiles/must-update-profile.store'
import { canSeeName, isAmongNamedUsers, isNamedInCustomer, nameInCustomer } from './accepted-people.store'
import { homeCustomerOf } from './belongs-to-customer.store'
import { listedAs } from './display-name.store'
import { canSeeUser, isAmongVisibleUsers, isStillOfCustomer, readsPeopleOf } from './user-visibility.store'

/**
 * People with their organization at `customer` (default: their home customer), if the actor may read it. Where
 * `named` is false, only the email address is disclosed. With a `customer`, whose row of customer_person is joined as
 * `candidate`, what the customer's own profile says is on top.
 */
function people(db: Database, actor: Person, named: RawBuilder<SqlBool>, customer?: string) {
  const ifNamed = <T>(column: string, otherwise: RawBuilder<unknown> = sql`null`) =>
    sql<T>`case when ${named} then ${sql.ref(`person.${column}`)} else ${otherwise} end`
  const onTop = <T>(own: string, account: RawBuilder<T>) =>
    customer === undefined ? account : sql<T>`coalesce(nullif(btrim(${sql.ref(`profile.${own}`)}), ''), ${account})`
  return db
    .selectFrom('app_user as person')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('customer_user_profile as known')
          .select([
            'known.customer_id',
            'known.user_organization_id',
            'known.first_name',
            'known.last_name',
            'known.title',
            'known.phone',
          ])
          .whereRef('known.user_id', '=', 'person.id')
          .where('known.customer_id', '=', customer ?? sql.ref<string>('person.home_customer_id'))
          .where((where) =>
            where.or([
              where(sql.ref('person.id'), '=', ownId(actor)),
              readableCustomers(where, actor, 'known.customer_id'),
            ]),
          )
          // Where somebody is at home is theirs to tell, like their name.
          .where(customer === undefined ? sql<SqlBool>`${named}` : sql<SqlBool>`true`)
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
      ifNamed<number>('version', sql`1`).as('version'),
      'person.email',
      onTop('first_name', ifNamed<string>('given_name', sql`''`)).as('givenName'),
      onTop('last_name', ifNamed<string>('family_name', sql`''`)).as('familyName'),
      (customer === undefined ? ifNamed<string>('name', sql`''`) : nameInCustomer(actor, 'candidate', 'person')).as(
        'name',
      ),
      ifNamed<string>('organization', sql`''`).as('organization'),
      'employer.id as userOrganization',
      'employer.name as employerName',
      onTop('title', ifNamed<string | null>('title')).as('title'),
      onTop('phone', ifNamed<string | null>('phone')).as('phone'),
      sql<User['role']>`person.role`.as('role'),
      sql<boolean>`(person.guest and (${named} or ${hasMembership(actor, sql`own.privilege_level = ${guestLevel}`)}))`.as(
        'guest',
      ),
      ifNamed<string | null>('time_zone').as('timeZone'),
      ifNamed<string | null>('language').as('language'),
      ifNamed<string | null>('expiration_date').as('expirationDate'),
      ifNamed<string[]>('allowed_providers', sql`'{}'`).as('allowedProviders'),
      hasMembership(actor, sql`own.invited_at is not null`).as('invited'),
      ifNamed<boolean>('is_inactive', sql`false`).as('inactive'),
      sql<boolean>`person.deleted_at is not null`.as('isDeleted'),
      // The exact creation time would disclose that the account already existed.
      ifNamed<string>('created_at', sql`date_trunc('day', now())`).as('createdAt'),
      administeredBy(actor).as('customerAdminFor'),
    ])
}

const guestLevel = sql.lit(privilegeLevel.guest)

/**
 * True for a person with a membership (`own`) that meets the condition, at a customer the actor reads; other
 * memberships are disclosed to the person alone. The limit makes it one index lookup per person instead of a scan of
 * all memberships.
 */
const hasMembership = (actor: Person, condition: RawBuilder<unknown>) =>
  sql<boolean>`coalesce((
    select true from project_member as own
    where own.user_id = person.id and ${condition}
      and (own.user_id = ${ownId(actor)} or ${readableCustomers(expressionBuilder(), actor, 'own.customer_id')})
    limit 1), false)`

/** Ids of the customers that a person administers, oldest first, as far as the actor may read them. */
const administeredBy = (actor: Person) =>
  sql<string[]>`array(
    select admin_role.customer_id from customer_admin as admin_role
    where admin_role.user_id = person.id and ${readableCustomers(expressionBuilder(), actor, 'admin_role.customer_id')}
    order by admin_role.created_at, admin_role.customer_id)`

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

/** Hidden values must not influence the sort order, which would disclose them. */
const orderingOf = (actor: Person): Ordering => ({
  columns: {
    name: actor.isStaff
      ? listedAs
      : sql`case when ${isAmongNamedUsers(actor, 'person.id')} then ${listedAs} else person.email end collate "und-x-icu"`,
    email: sql.ref('person.email'),
    createdAt: actor.isStaff
      ? sql.ref('person.created_at')
      : sql`case when ${isAmongNamedUsers(actor, 'person.id')} then person.created_at else 'epoch'::timestamptz end`,
  },
  sortKey: { name: 'listedAs' },
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
  sortKey: { name: 'listedAs' },
  id: sql.ref('candidate.email'),
}

/** Ids are lower-case emails; lookups ignore case. */
export async function find(db: Database, actor: Person, id: string): Promise<User | undefined> {
  const [user] = await findVisibleByIds(db, actor, [id.toLowerCase()])
  return user
}

export async function findVisibleByIds(db: Database, actor: Person, ids: readonly string[]): Promise<User[]> {
  const rows = await people(db, actor, canSeeName(actor, 'person.id'))
    .where('person.email', 'in', ids)
    .where(canSeeUser(actor, 'person.id'))
    .execute()
  return rows.map(toUser)
}

/** The internal id of a visible person by email; undefined for deleted people. */
export async function findVisibleId(db: Database, actor: Person, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('app_user as person')
    .select('person.id')
    .where('person.email', '=', email.toLowerCase())
    .where('person.deleted_at', 'is', null)
    .where(canSeeUser(actor, 'person.id'))
    .executeTakeFirst()
  return row?.id
}

export async function listVisible(
  db: Database,
  actor: Person,
  query: ListQuery<typeof users>,
): Promise<ListPage<User>> {
  const { customerId, userOrganization, role, q } = query.filters
  const customer = customerId === undefined ? undefined : uuidOrNil(customerId)
  const isName = (word: RawBuilder<string>) =>
    customer === undefined
      ? sql<SqlBool>`(${isLike('person.name', word)} and ${isAmongNamedUsers(actor, 'person.id')})`
      : isLike(nameInCustomer(actor, 'candidate', 'person'), word)
  let select = customer === undefined ? visibleUsers(db, actor) : ofCustomer(db, actor, customer)
  if (userOrganization !== undefined) select = select.where(worksFor(actor, userOrganization))
  if (role) select = select.where('person.role', '=', role)
  if (q) {
    select = select.where(matchesWords(q, (word) => sql`(${isName(word)} or ${isLike('person.email', word)})`))
  }
  const ordering = customer === undefined ? orderingOf(actor) : orderingOfCustomer
  const listed = await page(select.select(sql<string>`${ordering.columns.name}`.as('listedAs')), query, ordering)
  return { ...listed, records: listed.records.map(({ listedAs: _, ...row }) => toUser(row)) }
}

const visibleUsers = (db: Database, actor: Person) =>
  people(db, actor, isAmongNamedUsers(actor, 'person.id'))
    .where(isAmongVisibleUsers(actor, 'person.id'))
    .where('person.deleted_at', 'is', null)

/** Everybody who belongs to a customer, in index order: the cost of a page does not depend on the number of people. */
const ofCustomer = (db: Database, actor: Person, customer: string) =>
  people(db, actor, isNamedInCustomer(actor, 'candidate'), customer)
    .innerJoin('customer_person as candidate', 'candidate.user_id', 'person.id')
    .where('candidate.customer_id', '=', customer)
    .where(readsPeopleOf(actor, customer))
    .where(isStillOfCustomer(customer, 'person'))
    .where('person.deleted_at', 'is', null)

/** People of this organization, where the actor may read the organization's customer. */
const worksFor = (actor: Person, organization: string) => sql<SqlBool>`person.id in (
  select member.user_id from customer_user_profile as member
  where member.user_organization_id = ${uuidOrNil(organization)}
    and ${readableCustomers(expressionBuilder(), actor, 'member.customer_id')})`

/** Whether this address is verified; once true, it stays true. */
export async function isEmailVerified(db: Database, email: string): Promise<boolean> {
  const person = db.selectFrom('app_user').select('id').where('email', '=', email)
  return (await person.where('email_verified_at', 'is not', null).executeTakeFirst()) !== undefined
}

/** Updates the person and returns their internal id. */
export async function change({ db, now }: Change<Person>, { id, version }: User, patch: UserPatch): Promise<string> {
  const columns = columnsOf(patch, { role: 'role', timeZone: 'time_zone', language: 'language' })
  const changed = await db
    .updateTable('app_user')
    .set({
      ...columns,
      // A guest who becomes staff has an account of their own.
      ...(patch.role && { guest: false, expiration_date: null }),
      updated_at: instantOf(now),
      version: version + 1,
    })
    .where('email', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new Problem('stale', { header: 'If-Match' })
  return changed.id
}

/** The login methods currently in force at a `customer`. */
const loginMethodsNow = sql<string[]>`customer_login_methods(customer.providers, customer.second_factor_from)`

/** Reads the account data of the signed-in user that the session itself does not contain. */
export async function readOwnAccount(db: Database, actor: Person, now: number) {
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
    // The customer a new project would belong to; `create-project.ts` decides in the same order.
    sql<boolean>`role is null and coalesce((
      select is_trial from customer where customer.id = coalesce(${homeCustomerOf(id)}, (
        select customer_id from customer_admin where user_id = app_user.id and not awaits_proof order by created_at, customer_id limit 1
      ))
    ), true)`.as('isForTrial'),
    sql<boolean>`exists ${runningTrialsOf(db, id, now)}`.as('ownsTrial'),
  ] as const
  const [{ isForTrial, ownsTrial, ...self }, customerAdminFor, apiUserFor] = await Promise.all([
    db.selectFrom('app_user').select(columns).where('id', '=', id).executeTakeFirstOrThrow(),
    db
      .selectFrom('customer_admin as admin_role')
      .innerJoin('customer', 'customer.id', 'admin_role.customer_id')
      .select(['customer.id', 'customer.name', loginMethodsNow.as('loginMethods')])
      .where('admin_role.user_id', '=', id)
      .where('admin_role.awaits_proof', '=', false)
      .orderBy('admin_role.created_at')
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
  // Each person has one running trial.
  const trial = { beginsWithTrial: isForTrial && !ownsTrial, trialRunning: isForTrial && ownsTrial }
  const roles = guestOf === null ? { customerAdminFor, apiUserFor } : { customerAdminFor: [], apiUserFor: [] }
  return { ...self, ...trial, ...roles }
}
