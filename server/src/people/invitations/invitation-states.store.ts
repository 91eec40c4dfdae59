import type { InvitationState } from '@lintel/contract/people/invitations'
import { sql } from 'kysely'
import { canSignIn } from '../../identity/account.store'
import { instantOf } from '../../platform/clock'
import type { Database, StatementPart, Transaction } from '../../platform/database'
import { anyOf } from '../../platform/rows'
import { withdrawInvitationMails } from './invitation-mails.store'

/** How an invitation's link signs a person in: by a temporary password, as a guest, or by their existing sign-in. */
export type InvitationMethod = 'password' | 'guest' | 'sign-in'

/** An invitation whose state changed, for the audit log. */
export interface ChangedInvitation {
  id: string
  customer: string
  project: string
  email: string
}

/** The membership of an invitation. */
export interface InvitedMember {
  project: string
  user: string
}

const changed = ['id', 'customer_id as customer', 'project_id as project', 'email'] as const

const open = ['pending', 'bounced'] as const satisfies InvitationState[]

/** An invitation to insert. */
export interface NewInvitation extends InvitedMember {
  id: string
  customer: string
  email: string
  privilegeLevel: number
  way: InvitationMethod
  linkHash: Buffer | null
  expiresAt: string | null
  invitedBy: string
  /** When its mail is to be sent, in milliseconds since 1970. */
  sendAt: number
}

export const insertInvitations = (db: Transaction, invitations: readonly NewInvitation[], now: number) =>
  db
    .insertInto('invitation')
    .values(
      invitations.map((invitation) => ({
        id: invitation.id,
        customer_id: invitation.customer,
        project_id: invitation.project,
        user_id: invitation.user,
        email: invitation.email,
        privilege_level: invitation.privilegeLevel,
        way: invitation.way,
        link_hash: invitation.linkHash,
        sent_at: instantOf(invitation.sendAt),
        expires_at: invitation.expiresAt,
        invited_by: invitation.invitedBy,
        created_at: instantOf(now),
      })),
    )
    .execute()

/** Marks an invitation as sent again, possibly with another method or address. */
export const renewInvitation = (
  db: Transaction,
  id: string,
  sent: Pick<NewInvitation, 'email' | 'way' | 'linkHash' | 'expiresAt'>,
  now: number,
) =>
  db
    .updateTable('invitation')
    .set(({ eb }) => ({
      state: 'pending',
      email: sent.email,
      way: sent.way,
      link_hash: sent.linkHash,
      expires_at: sent.expiresAt,
      sent_at: instantOf(now),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()

const setState = (db: Transaction, state: 'accepted' | 'bounced') =>
  db.updateTable('invitation').set(({ eb }) => ({ state, version: eb('version', '+', 1) }))

/** Accepts the invitations that waited for a first password, except those that wait for a verified email. */
export const acceptFirstInvitations = (db: Transaction, user: string): Promise<ChangedInvitation[]> =>
  setState(db, 'accepted')
    .where('user_id', '=', user)
    .where('way', '=', 'password')
    .where('state', 'in', open)
    .where(
      sql<boolean>`not exists (select from project_member as member where member.project_id = invitation.project_id
        and member.user_id = invitation.user_id and member.awaits_proof)`,
    )
    .returning(changed)
    .execute()

/** Accepts the open invitation to a project that the person has entered. */
export const acceptInvitation = (db: Transaction, { project, user }: InvitedMember): Promise<ChangedInvitation[]> =>
  setState(db, 'accepted')
    .where('project_id', '=', project)
    .where('user_id', '=', user)
    .where('state', 'in', open)
    .returning(changed)
    .execute()

/** Marks the invitation of an undeliverable mail as bounced, unless a later mail of it was sent. */
export const bounceInvitation = (db: Transaction, mail: string): Promise<ChangedInvitation | undefined> =>
  setState(db, 'bounced')
    .where('state', '=', 'pending')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('invitation_mail').select('invitation_id').where('mail_id', '=', mail),
    )
    .where(
      sql<boolean>`not exists (
        select from invitation_mail as later join invitation_mail as failed on failed.mail_id = ${mail}
        where later.invitation_id = invitation.id and later.sent_at > failed.sent_at)`,
    )
    .returning(changed)
    .executeTakeFirst()

/** Deletes every invitation of a person, in any state: each names the address that it was sent to. */
export const deleteInvitationsOf = (db: Transaction, user: string) =>
  db.deleteFrom('invitation').where('user_id', '=', user).execute()

/** Selects these ended memberships, for {@link revokeInvitations}. */
export const endedMembers = (members: readonly InvitedMember[]): StatementPart => sql`
  select * from unnest(${members.map(({ project }) => project)}::uuid[], ${members.map(({ user }) => user)}::uuid[])
    as member (project_id, user_id)`

/** Selects the memberships of a change set that no longer exist, for {@link revokeInvitations}. */
export const endedByChangeSet = (changeSet: string): StatementPart => sql`
  select row.project_id, row.user_id from change_set_row as row
  where row.change_set_id = ${changeSet} and row.outcome = 'change' and not exists (
    select from project_member as member where member.project_id = row.project_id and member.user_id = row.user_id)`

/**
 * Revokes the open invitations of ended memberships, invalidates their guest links, ends the guests' sessions and withdraws
 * unsent mails. `ended` selects the memberships as `project_id` and `user_id`.
 */
export async function revokeInvitations(
  db: Transaction,
  ended: StatementPart,
  now: number,
): Promise<(ChangedInvitation & { way: InvitationMethod })[]> {
  const ofEnded = sql`invitation.project_id = ended.project_id and invitation.user_id = ended.user_id`
  const { rows } = await sql<ChangedInvitation & { way: InvitationMethod }>`
    update invitation set state = 'revoked', link_hash = null, version = version + 1 from (${ended}) as ended
    where ${ofEnded} and invitation.state = any(${open}::text[])
    returning invitation.id, invitation.customer_id as customer, invitation.project_id as project, invitation.email,
      invitation.way`.execute(db)
  await sql`
    update invitation set link_hash = null from (${ended}) as ended
    where ${ofEnded} and invitation.link_hash is not null`.execute(db)
  await sql`
    delete from copied_link as link using invitation, (${ended}) as ended
    where ${ofEnded} and invitation.way = 'guest' and link.invitation_id = invitation.id`.execute(db)
  await sql`
    update session set ended_at = ${instantOf(now)}, end_reason = 'access-withdrawn' from (${ended}) as ended
    where session.user_id = ended.user_id and session.guest_project_id = ended.project_id
      and session.ended_at is null`.execute(db)
  const all = sql`select invitation.id from invitation, (${ended}) as ended where ${ofEnded}`
  await withdrawInvitationMails(db, all, now)
  return rows
}

/** The recipient of an invitation. */
export interface Recipient {
  id: string
  email: string
  language: string | null
  guest: boolean
  /** They have a password or an enabled identity provider. */
  signsIn: boolean
  isProved: boolean
  /** The customer that created the account; null without one. */
  home: string | null
}

export const findRecipients = (db: Database | Transaction, users: readonly string[]): Promise<Recipient[]> =>
  db
    .selectFrom('app_user')
    .select([
      'id',
      'email',
      preferredLanguage.as('language'),
      'guest',
      canSignIn().as('signsIn'),
      'home_customer_id as home',
    ])
    .select(sql<boolean>`email_verified_at is not null`.as('isProved'))
    .where('id', '=', anyOf(users))
    .execute()

export async function findRecipient(db: Database | Transaction, user: string): Promise<Recipient> {
  const [recipient] = await findRecipients(db, [user])
  if (!recipient) throw new Error('There is nobody to invite')
  return recipient
}

/** The chosen language, else the browser's. */
const preferredLanguage = sql<string | null>`coalesce(app_user.language, app_user.browser_locale)`

/** The inviter's name and language and the projects' names by id, for mails. */
export async function findInviterAndProjects(
  db: Transaction,
  { inviter, projects }: { inviter: string; projects: readonly string[] },
): Promise<{ inviter: string; language: string | null; projects: Map<string, string> }> {
  const { name, email, language } = await db
    .selectFrom('app_user')
    .select([sql<string>`name`.as('name'), 'email', preferredLanguage.as('language')])
    .where('id', '=', inviter)
    .executeTakeFirstOrThrow()
  const named = await db.selectFrom('project').select(['id', 'name']).where('id', '=', anyOf(projects)).execute()
  return { inviter: name || email, language, projects: new Map(named.map((project) => [project.id, project.name])) }
}
