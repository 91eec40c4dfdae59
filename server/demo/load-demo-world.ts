import { anonymous } from '@lintel/contract/people/permissions'
import { type QueryExecutorProvider, sql } from 'kysely'
import { appendAudit } from '../src/platform/audit/audit'
import type { Database, Transaction } from '../src/platform/database'
import type { Secrets } from '../src/platform/secrets'
import { bookmarkRows, emailChangeRows, settingRows } from './account-rows'
import { apiTokenRows } from './api-tokens'
import { insertChangeSets } from './change-sets'
import { insertContent } from './content/load-content'
import { hashDemoPassword, insertCredentials } from './credentials'
import { administratorRows, apiUserRows, customerRows, domainRows, serviceAccountRows } from './customers'
import { deletionRequestRows } from './deletion-requests'
import { demoAuditEvents } from './demo-audit-events'
import { directoryGroupRows } from './directory-groups'
import { displayTokenRows } from './display-tokens'
import { feedTokenRows } from './feed-tokens'
import { insertHarbourContent } from './harbour-content'
import { insertImportedGroup } from './imported-group'
import { insertRows } from './insert-rows'
import { invitationRows, invitedMemberRows, invitedPeople, temporaryPasswordRows } from './invitations'
import { memberRows } from './members'
import { type Moments, momentsFrom } from './moments'
import { publishedPeople } from './named-people'
import { organizationRows } from './organizations'
import { type DemoPerson, peopleOf } from './people'
import { personId } from './person-id'
import { profileRows } from './profiles'
import { projectRows } from './projects'
import { externalIdentityRows, providerRows, setupLinkRows } from './providers'
import { randomOf } from './random'
import { insertSecondFactors } from './second-factors'
import { sessionRows, skipSignInNotices } from './sessions'
import { templateEntryRows, templateRows } from './templates'
import { urlRows } from './urls'
import { imageRows, widgetRows } from './widgets'

/** Options of `loadDemoWorld`. */
export interface DemoOptions {
  /** Unix time in milliseconds to which all times of the demo are relative. Default: the current time. */
  now?: number
  /** Encrypts second factors; without it, nobody has one. */
  secrets?: Secrets
}

const seed = 2_041

/**
 * Loads the demo world into a migrated database unless it is there already, in one transaction. It is deterministic
 * except for times, which are relative to `now`.
 */
export async function loadDemoWorld(db: Database, { now = Date.now(), secrets }: DemoOptions = {}): Promise<void> {
  const hash = await hashDemoPassword()
  await db.transaction().execute(async (transaction) => {
    // When two servers start on one empty database, the second one waits here and then finds the world loaded.
    await sql`select pg_advisory_xact_lock(hashtext('lintel demo world'))`.execute(transaction)
    if (await hasDemoWorld(transaction)) return
    await insertWorld(transaction, momentsFrom(now), hash, now)
    if (secrets) await insertSecondFactors(transaction, secrets, now)
  })
}

async function insertWorld(db: Transaction, moments: Moments, hash: string, now: number): Promise<void> {
  const random = randomOf(seed)
  const activePeople = peopleOf(random, moments)
  const invited = invitedPeople(moments)
  const people = [...activePeople, ...invited]
  const members = [...memberRows(activePeople, random, moments), ...invitedMemberRows(invited, moments)]
  // Users and customers refer to each other, so home customers are set when both exist.
  await insertRows(
    db,
    'app_user',
    people.map(({ row }) => ({ ...row, home_customer_id: null })),
  )
  await insertCredentials(db, activePeople, hash, moments)
  await insertRows(db, 'session', sessionRows(moments))
  await skipSignInNotices(db)
  await insertRows(db, 'customer', customerRows(moments))
  await setHomeCustomers(db, people)
  // Inserted with named columns, so that the others take their defaults.
  await db.insertInto('app_user').values(serviceAccountRows(moments)).execute()
  await insertRows(db, 'customer_admin', administratorRows(moments))
  await insertRows(db, 'customer_api_user', apiUserRows(moments))
  await insertRows(db, 'customer_domain', domainRows(moments))
  await insertRows(db, 'feed_token', feedTokenRows(moments))
  await insertRows(db, 'api_token', apiTokenRows(moments))
  await insertRows(db, 'display_token', displayTokenRows(moments))
  await insertRows(db, 'sso_provider', providerRows(moments))
  await db.insertInto('provider_setup_link').values(setupLinkRows(moments)).execute()
  await insertRows(db, 'external_identity', externalIdentityRows(moments))
  await insertRows(db, 'user_organization', organizationRows(moments))
  await insertRows(db, 'project', projectRows(moments))
  const directory = directoryGroupRows(people, members, moments)
  await insertRows(db, 'project_member', directory.memberships)
  await insertRows(db, 'directory_group', directory.groups)
  await insertRows(db, 'directory_group_member', directory.members)
  await insertRows(db, 'directory_group_access', directory.access)
  await insertHarbourContent(db, moments)
  await insertRows(db, 'invitation', invitationRows(moments))
  await insertRows(db, 'temporary_password', temporaryPasswordRows(moments))
  await insertContent(db, members, moments)
  await insertImportedGroup(db, moments)
  await insertRows(db, 'dashboard_image', await imageRows(db, moments))
  await insertRows(db, 'dashboard_widget', await widgetRows(db, moments))
  await insertChangeSets(db, moments)
  await insertRows(db, 'customer_user_profile', profileRows(people, members, moments))
  await insertRows(db, 'project_template', templateRows(moments))
  await insertRows(db, 'template_entry', templateEntryRows())
  await insertRows(db, 'url', urlRows)
  await insertRows(db, 'project_bookmark', bookmarkRows(moments))
  await insertRows(db, 'user_setting', settingRows(moments))
  await insertRows(db, 'email_change', emailChangeRows(moments))
  await insertRows(db, 'deletion_request', deletionRequestRows(moments))
  await appendAudit(db, demoAuditEvents({ people: people.length, members: members.length }), {
    actor: anonymous,
    requestId: 'demo',
    ip: null,
    userAgent: null,
    now,
  })
}

/** Whether this database, which may not be migrated yet, contains the demo world, by its publicly listed people, whatever has happened to the rest. */
export async function hasDemoWorld(db: QueryExecutorProvider): Promise<boolean> {
  const tables = await sql`select where to_regclass('app_user') is not null`.execute(db)
  if (tables.rows.length === 0) return false
  const { rows } = await sql`
    select from app_user where id = any(${Object.values(publishedPeople).map(personId)}::uuid[]) limit 1`.execute(db)
  return rows.length > 0
}

/** Whether this database has neither users nor customers yet. */
export async function isDatabaseEmpty(db: Database): Promise<boolean> {
  const { rows } = await sql<{ uninhabited: boolean }>`
    select not exists (select from app_user) and not exists (select from customer) as uninhabited`.execute(db)
  return rows[0]?.uninhabited === true
}

async function setHomeCustomers(db: Transaction, people: readonly DemoPerson[]): Promise<void> {
  const homes = people.map(({ id, row }) => ({ id, customer_id: row.home_customer_id }))
  await sql`
    update app_user set home_customer_id = home.customer_id
    from jsonb_to_recordset(${JSON.stringify(homes)}::jsonb) as home (id uuid, customer_id uuid)
    where app_user.id = home.id
  `.execute(db)
}
