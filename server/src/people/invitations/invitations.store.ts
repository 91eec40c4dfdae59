import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Invitation, invitations } from '@lintel/contract/people/invitations'
import { isStaff, type Person, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import { expressionBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import type { DB } from '../../platform/database.types'
import { type ListPage, type Ordering, page } from '../../platform/paging'
import { isUuid, uuidOrNil } from '../../platform/rows'
import { isAdministered, projectsWithRights, requiredLoginMethods } from '../../projects/projects/project-rights.store'

/** A guest's link expires with the membership, whatever the mail says. */
const ends = sql<string | null>`case when invitation.way = 'guest' and member.user_id is not null
  then member.expiration_date else invitation.expires_at end`

const state = sql<Invitation['state']>`case when invitation.state = 'pending' and ${ends} <= now() then 'expired'
  else invitation.state end`

const { exists } = expressionBuilder<DB, never>()

/** Invitations to projects that the actor administers as project or customer administrator, or as staff. */
function visible(db: Database, actor: Person) {
  const all = db
    .selectFrom('invitation')
    .innerJoin('app_user as person', 'person.id', 'invitation.user_id')
    .leftJoin('app_user as inviter', 'inviter.id', 'invitation.invited_by')
    .leftJoin('project_member as member', (join) =>
      join
        .onRef('member.project_id', '=', 'invitation.project_id')
        .onRef('member.user_id', '=', 'invitation.user_id')
        .on('invitation.state', '!=', 'revoked'),
    )
    .select(['invitation.id', 'invitation.version', 'invitation.email', 'person.email as user'])
    .select(['invitation.project_id as project', 'invitation.customer_id as customer'])
    .select([
      sql<Invitation['privilegeLevel']>`coalesce(member.privilege_level, invitation.privilege_level)`.as(
        'privilegeLevel',
      ),
      state.as('state'),
      'invitation.sent_at as sentAt',
      ends.as('expiresAt'),
      'inviter.email as invitedBy',
    ])
  const seesEverything: boolean = isStaff(actor)
  if (seesEverything) return all
  const own = projectsWithRights(db, actor).select('project.id').where(isAdministered(actor))
  return all.where(exists(own.where('project.id', '=', sql.ref<string>('invitation.project_id'))))
}

const ordering: Ordering = {
  columns: {
    sentAt: sql.ref('invitation.sent_at'),
    email: sql.ref('invitation.email'),
    expiresAt: sql`coalesce(${ends}, 'infinity')`,
  },
  empty: { expiresAt: 'infinity' },
  id: sql.ref('invitation.id'),
  order: [{ field: 'sentAt', descending: true }],
}

export const find = async (db: Database, actor: Person, id: string): Promise<Invitation | undefined> =>
  isUuid(id) ? visible(db, actor).where('invitation.id', '=', id).executeTakeFirst() : undefined

/** The login methods that would make an invitation visible which the session's method hides. */
export async function missingMethods(db: Database, actor: Person, id: string): Promise<string[] | undefined> {
  const hidden = await find(db, withAnyLoginMethod(actor), id)
  return hidden && requiredLoginMethods(db, actor, hidden.project)
}

export function listVisible(
  db: Database,
  actor: Person,
  query: ListQuery<typeof invitations>,
): Promise<ListPage<Invitation>> {
  const { project, customer, user, state: requestedState } = query.filters
  let select = visible(db, actor)
  if (project !== undefined) select = select.where('invitation.project_id', '=', uuidOrNil(project))
  if (customer !== undefined) select = select.where('invitation.customer_id', '=', uuidOrNil(customer))
  if (user !== undefined) select = select.where('person.email', '=', user.toLowerCase())
  if (requestedState !== undefined) select = select.where(state, '=', requestedState)
  return page(select, query, ordering)
}

/** Locks an invitation and returns the internal id of its person and its state. */
export const lockInvitedPerson = (db: Transaction, id: string): Promise<{ user: string; state: Invitation['state'] }> =>
  db
    .selectFrom('invitation')
    .select(['user_id as user', sql<Invitation['state']>`state`.as('state')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
