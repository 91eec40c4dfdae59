import { projectMembers } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { instantOf } from '../../../platform/clock'
import { insertFromRowJson } from '../../../platform/columns'
import type { Database, Transaction } from '../../../platform/database'
import { type RowRange, splitRange } from '../../directory-import/row-ranges.store'
import { memberColumns } from '../../members/member-columns'
import type { AppliedChangeSet } from '../engine/change-kind'
import { resultVersionOf } from '../engine/result-versions.store'
import {
  beforeDirectoryOf,
  type ChangeSetPart,
  countChanges,
  directoryLevelOf,
  isInPart,
  isMembershipRow,
  isSameMembershipIn,
  lastRowNumber,
  type MembershipChanges,
  methodsOf,
} from './apply-roles.store'
import {
  endsWith,
  hasLeftDirectory,
  keepWhatEnds,
  restoredWithMemberships,
  restoreWhatEnded,
} from './ended-memberships.store'

const guest = sql.lit(privilegeLevel.guest)
const level = sql`(row.before ->> 'privilegeLevel')::smallint`
const until = sql`(row.before ->> 'accessUntil')::timestamptz`

/** Whether an event ended a membership: `remove`, `leave`, or a change to level 0, after which nothing is left. */
const isEnding = sql<SqlBool>`(event.action in ('project-members.remove', 'project-members.leave') or event.after = '{}')`

/**
 * When the membership that a `row` removes ended last: by that change set, by another one that still applies, by hand or by the directory. Other rows
 * have none. A change of the directory that ended more memberships than it names is not among them. Read from the end of an index for each row,
 * whatever the time, which the planner would otherwise search for.
 */
const lastEndOfRemoved = (customer: string) => sql`
  select max(at) as at from (
    select other_set.applied_at as at
    from change_set_row as other join change_set as other_set on other_set.id = other.change_set_id
    where row.after is null and other.user_id = row.user_id and other.project_id = row.project_id and other.outcome = 'change'
      and other.after is null and other_set.undone_at is null
    union all
    (select event.occurred_at from audit_event as event
    where row.after is null and event.tenant_id = ${customer} and event.target_type = ${sql.lit(projectMembers.type)}
      and event.target_id = row.project_id || '.' || row.user_id and event.result = 'success' and ${isEnding}
    order by event.sequence desc limit 1)
  ) as ended`

/** Rows checked per statement: one statement over 200,000 rows takes longer than a request may. */
const touchedBatchSize = 40_000

/**
 * Rows that are not as the change set left them or cannot be reverted: the membership was modified since, the person became locked or left, or a
 * login method or the project was deleted or moved to another customer. In a deleted project a removed membership can be restored: it is part of what
 * comes back with the project. A person whom the directory has deactivated or deleted gets nothing back, unless this
 * change set disabled them. Nor does anybody who was a member again since and is none any more: that was meant.
 */
export async function touchedRows(
  db: Database | Transaction,
  set: AppliedChangeSet & { toUndo: number },
  onProgress?: (share: number) => Promise<void>,
): Promise<number[]> {
  if (set.toUndo <= touchedBatchSize) return touchedIn(db, set)
  const touched: number[] = []
  const last = await lastRowNumber(db, set.id)
  for (const part of splitRange({ after: 0, upTo: last }, touchedBatchSize)) {
    touched.push(...(await touchedIn(db, set, part)))
    await onProgress?.(part.upTo / last)
  }
  return touched
}

async function touchedIn(
  db: Database | Transaction,
  { id, customer }: AppliedChangeSet,
  part?: RowRange,
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select row.number
    from change_set_row as row
    join change_set on change_set.id = row.change_set_id
    left join app_user as person on person.id = row.user_id and person.deleted_at is null and person.role is null
    left join project on project.id = row.project_id and project.customer_id = ${customer}
      and (not project.is_inactive or row.after is null)
    left join project_member as member on member.project_id = row.project_id and member.user_id = row.user_id
    left join customer_admin as admin on admin.customer_id = ${customer} and admin.user_id = row.user_id
    left join customer_user_profile as profile on row.after is null and profile.customer_id = ${customer} and profile.user_id = row.user_id
    left join scim_user as scim on scim.profile_id = profile.id
    left join lateral (${lastEndOfRemoved(customer)}) as last_end on true
    where row.change_set_id = ${id} and row.outcome = 'change' and ${isMembershipRow}
      and ${part ? sql`row.number > ${part.after} and row.number <= ${part.upTo}` : sql`true`} and not (
      person.id is not null and project.id is not null and admin.user_id is null and not exists (
        select from jsonb_array_elements_text(coalesce(row.kept, row.before) -> 'providers') as method
        where not exists (select from sso_provider where sso_provider.id = method)) and
      case when row.after is null
        then member.user_id is null and last_end.at <= change_set.applied_at and not (person.guest and exists (
          select from project_member as other where other.user_id = row.user_id)) and coalesce(scim.active, true) and not ${hasLeftDirectory}
          and (profile.is_disabled is not true or exists (
            select from change_set_row as own where own.change_set_id = ${id} and own.outcome = 'change' and own.user_id = row.user_id
              and own.object ->> 'type' = 'directory-users' and own.after is null))
        else member.change_set_id is not distinct from ${id} and member.version = ${resultVersionOf('row')} end)
    order by row.number`.execute(db)
  return rows.map(({ number }) => number)
}

/** What an undo changed. */
interface RevertedMemberships extends MembershipChanges {
  /** The directory had given one of the restored memberships. */
  mayFollowDirectory: boolean
}

/**
 * Reverts the rows that are not marked as remaining. Where the membership is again as an earlier change set left it, it counts as that one's result,
 * so that the earlier one can be undone next. With a removed membership, its groups and assigned topics are restored; those that end with an added one
 * are stored for its redo. People whose memberships are restored are locked until the transaction ends, so that none becomes
 * a guest concurrently; whoever just did keeps their one project.
 */
export async function undoRoleRows(
  db: Transaction,
  part: Pick<ChangeSetPart, 'id' | 'customer' | 'now' | 'after' | 'upTo'>,
): Promise<RevertedMemberships> {
  const { id, customer } = part
  const at = instantOf(part.now)
  // Versions continue to increase, so that a client never mistakes an earlier read for the current record.
  const { into, values, from } = insertFromRowJson(memberColumns, sql`row.kept`, {
    change_set_id: sql`row.former`,
    updated_at: sql`${at}::timestamptz`,
    version: sql`row.result + 1`,
  })
  const parts = sql`
    undone as materialized (
      select row.*, ${resultVersionOf('row')} as result, earlier.change_set_id as former
      from change_set_row as row
      -- Lateral, because otherwise the planner scans all rows once it expects enough of these.
      left join lateral (
        select change_set_id from change_set_row as earlier
        where ${isSameMembershipIn(sql`row.follows`, 'earlier')} and ${resultVersionOf('earlier')} = row.version
          and exists (select from change_set where change_set.id = row.follows and change_set.state = 'applied')
        limit 1
      ) as earlier on true
      where ${isInPart(part)} and not row.remains
    ), result_updated as (
      update change_set_row as earlier set result_version = row.result + 1
      from undone as row
      where row.former is not null and ${isSameMembershipIn(sql`row.former`, 'earlier')}
    ), changed as (
      update project_member as member set privilege_level = ${level},
        expiration_date = case when ${level} = ${guest} then ${until} end,
        access_until = case when ${level} <> ${guest} then ${until} end,
        providers = ${methodsOf(sql`row.before`, sql`member.providers`)},
        directory_level = ${directoryLevelOf(sql`row.before`, sql`member.directory_level`)},
        before_directory = ${beforeDirectoryOf(sql`row.before`, sql`member.before_directory`)},
        change_set_id = row.former, updated_at = ${at}, version = member.version + 1
      from undone as row
      where row.version is not null and row.after is not null
        and member.project_id = row.project_id and member.user_id = row.user_id and member.customer_id = ${customer}
        and member.change_set_id = ${id} and member.version = row.result
      returning member.project_id, member.user_id, member.privilege_level, member.version
    ), ${keepWhatEnds(sql`${isInPart(part)} and not row.remains and row.version is null`, endsWith('member'))}, removed as (
      delete from project_member as member using undone as row
      where row.version is null
        and member.project_id = row.project_id and member.user_id = row.user_id and member.customer_id = ${customer}
        and member.change_set_id = ${id} and member.version = row.result
      returning member.project_id, member.user_id, null::smallint, null::int
    ), restored_people as materialized (
      select person.id, person.guest from app_user as person
      where person.id in (select row.user_id from undone as row where row.after is null) and person.deleted_at is null
      order by person.id for key share
    ), restorable as materialized (
      select row.*
      from undone as row
      join project on project.id = row.project_id and project.customer_id = ${customer}
      join restored_people as person on person.id = row.user_id
      -- As it was before this statement waited for the lock: the one project of a guest since then is not visible to it.
      join app_user as earlier on earlier.id = row.user_id
      where row.after is null and not (person.guest and (not earlier.guest or exists (
        select from project_member as other where other.user_id = row.user_id)))
    ), restored as (
      insert into ${into} select ${values} from restorable as row cross join lateral ${from}
      on conflict do nothing
      returning project_id, user_id, privilege_level, version
    ), ${restoreWhatEnded(at)}`
  const counts = countChanges(['changed', 'removed', 'restored'], restoredWithMemberships)
  const { rows } = await sql<RevertedMemberships>`
    with ${parts}
    select counted.*, exists (select from restorable where kept ->> 'directory_level' is not null) as "mayFollowDirectory"
    from (${counts}) as counted`.execute(db)
  const [reverted] = rows
  if (!reverted) throw new Error('A count has one row')
  return reverted
}

/** The memberships that the undo of a change set restored and that the directory had given, as a query of `user_id` and `project_id`. */
export const restoredFromDirectory = (id: string): RawBuilder<unknown> => sql`
  select row.user_id, row.project_id from change_set_row as row
  where row.change_set_id = ${id} and row.outcome = 'change' and ${isMembershipRow} and row.after is null and not row.remains
    and row.kept ->> 'directory_level' is not null`

/** The people (internal ids) of these memberships. */
export async function listRestoredFromDirectory(db: Transaction, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct user_id as id from (${restoredFromDirectory(id)}) as restored`.execute(db)
  return rows.map(({ id }) => id)
}
