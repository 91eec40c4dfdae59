import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'
import { secondText } from '../../platform/sql-times'
import type { PlannedChangeSet } from '../change-sets/engine/change-kind'
import { endOf } from '../members/membership-end.store'
import { isInRange, type RowRange, splitRange } from './row-ranges.store'

/** Rows written per statement, few enough to finish within a second even on a busy machine. */
const rowBatchSize = 5_000

const earlierLevel = sql`(before_directory ->> 'level')::smallint`

/** The level of a planned membership after the plan; null where it is removed or refused. */
export const levelAfter = sql`case when conflict is not null then null when outcome = 'same' then privilege_level
  when goes_back then ${earlierLevel} when level > 0 then level end`

/**
 * Writes the plan, numbered without gaps: errors first, then people, groups, group members, group access and memberships. `onProgress` is called
 * with the share that is written.
 */
export async function writePlan(
  db: Transaction,
  set: Pick<PlannedChangeSet, 'id' | 'now'>,
  total: number,
  onProgress: (share: number) => Promise<void>,
): Promise<void> {
  await numberRows(db)
  await onProgress(0.05)
  await numberMemberships(db)
  await onProgress(0.1)
  for (const part of splitRange({ after: 0, upTo: total }, rowBatchSize)) {
    await writeRows(db, set, part)
    await writeMemberships(db, set, part)
    await onProgress(0.1 + (0.9 * part.upTo) / total)
  }
}

const outcomeCounts = (table: string) => sql`(
  select count(*) filter (where outcome = 'conflict') as conflicts, count(*) filter (where outcome <> 'same') as before_same, count(*) as all
  from ${sql.table(table)}) as other`

/** Memberships are numbered after all other rows of the same outcome. */
async function numberRows(db: Transaction): Promise<void> {
  await sql`
    create temporary table numbered_row on commit drop as
    select (row_number() over (order by outcome <> 'conflict', outcome = 'same', rank, file nulls last, line nulls last,
      object ->> 'group', object ->> 'user', user_id, project_id)
      + case outcome when 'conflict' then 0 when 'change' then other.conflicts else other.before_same end)::int as number, planned_row.*
    from planned_row cross join ${outcomeCounts('planned_membership')}`.execute(db)
  await sql`create unique index on numbered_row (number)`.execute(db)
  await sql`analyze numbered_row (number)`.execute(db)
}

async function numberMemberships(db: Transaction): Promise<void> {
  await sql`
    create temporary table numbered_membership on commit drop as
    select (row_number() over (order by outcome <> 'conflict', outcome = 'same', file nulls last, line nulls last, email, user_id, project_id)
      + case outcome when 'conflict' then other.conflicts when 'change' then other.before_same else other.all end)::int as number,
      planned_membership.*
    from planned_membership cross join ${outcomeCounts('planned_row')}`.execute(db)
  await sql`create unique index on numbered_membership (number)`.execute(db)
  await sql`analyze numbered_membership (number)`.execute(db)
}

const writeRows = (db: Transaction, { id }: Pick<PlannedChangeSet, 'id'>, part: RowRange) =>
  sql`
    insert into change_set_row (change_set_id, number, outcome, user_id, project_id, object, before, after, why, conflict, version, kept)
    select ${id}, number, outcome, user_id, project_id, object, before, after, why, conflict, version, kept
    from numbered_row where ${isInRange(part)}`.execute(db)

/** Writes out the memberships of each batch; until then they are stored compactly. */
const writeMemberships = (db: Transaction, { id, now }: Pick<PlannedChangeSet, 'id' | 'now'>, part: RowRange) =>
  sql`
    insert into change_set_row (change_set_id, number, outcome, user_id, project_id, object, before, after, why, conflict, version, kept,
      follows)
    select ${id}, number, outcome, user_id, project_id, case when user_id is null then jsonb_build_object('user', email) end, before,
      case when conflict is not null then null when outcome = 'same' then before
        when goes_back then jsonb_build_object('privilegeLevel', ${earlierLevel}, 'directoryLevel', null, 'beforeDirectory', null,
          'accessUntil', ${secondText(sql`coalesce(before_directory ->> 'expirationDate', before_directory ->> 'accessUntil')::timestamptz`)})
        when level > 0 then jsonb_build_object('privilegeLevel', level,
          'accessUntil', ${secondText(sql`case when ${endOf('staged')} > ${instantOf(now)} then ${endOf('staged')} end`)}, 'directoryLevel', level,
          'beforeDirectory', case when directory_level is not null then before_directory when version is not null then
            jsonb_build_object('level', privilege_level, 'expirationDate', expiration_date, 'accessUntil', access_until) end) end,
      jsonb_strip_nulls(jsonb_build_object('file', file, 'line', line, 'group', name)), conflict, version, kept, follows
    from (
      select *, case when version is not null then jsonb_build_object('privilegeLevel', privilege_level,
        'accessUntil', ${secondText(endOf('numbered_membership'))}, 'directoryLevel', directory_level, 'beforeDirectory', before_directory) end as before
      from numbered_membership where ${isInRange(part)}
    ) as staged`.execute(db)
