import type { AdImportType } from '@lintel/contract/people/ad-import-step'
import type { ChangeSetRow, rowOutcome } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Transaction } from '../../../platform/database'
import { uuidOrNil } from '../../../platform/rows'
import { isLike, matchesWords } from '../../../platform/search'
import { closedProjects } from '../../../projects/projects/project-rights.store'
import { belongsToCustomer } from '../../users/belongs-to-customer.store'
import { isKnownTo, isMemberOf } from './known-people.store'
import { projectOfRow } from './project-of-row.store'
import { refusedCell } from './refused-cell'

/** Which rows to select. */
export interface RowsQuery {
  /** The reader: rows of projects that their login method does not open are left out, and people whom they do not know stay unnamed. */
  reader: Person
  outcome?: z.output<typeof rowOutcome> | undefined
  /** Only these, by number. */
  numbers?: readonly number[] | undefined
  user?: string | undefined
  project?: string | undefined
  record?: string | undefined
  /** Search text, matched against a row's person, group, project, file and conflict. */
  q?: string | undefined
  /** The type of an import's step. */
  type?: AdImportType | undefined
}

/** The customer of a change set. */
const customerOf = (changeSet: string) => sql<string>`(select customer_id from change_set where id = ${changeSet})`

/** The project that all rows of a change set concern; null for none. */
const projectOf = (changeSet: string) => sql<string>`(select project_id from change_set where id = ${changeSet})`

/**
 * The email of `person` as the reader may see it: for a person who no longer belongs to the customer of the change set, or is not `known` to the
 * reader, the one they had when the change set was created.
 */
const visibleEmail = (changeSet: string, known: RawBuilder<SqlBool>) => sql<string>`case
  when ${known} and ${belongsToCustomer('person', customerOf(changeSet))} then person.email
  else coalesce((
    select change.before ->> 'email' from audit_event as change
    where change.actor_id = person.id and change.action = 'users.email-changed' and change.result = 'success'
      and change.occurred_at > (select created_at from change_set where id = ${changeSet})
    order by change.occurred_at limit 1), person.email) end`

/**
 * The object of a row with the current names of the person (as accepted at the customer, and if `known` to the reader) and of the project. Of a
 * project that moved to another customer only the id is returned.
 */
const rowObject = (changeSet: string, known: RawBuilder<SqlBool>) => sql<ChangeSetRow['object']>`
  coalesce(row.object, '{}') || jsonb_strip_nulls(jsonb_build_object('user', ${visibleEmail(changeSet, known)},
    'name', case when ${known} then nullif(contact.name, '') end,
    'project', row.project_id, 'projectName', project.name))`

/** Whether the object of a `row` has this field, or this cell as it was given. */
const hasField = (field: string, cell: string) =>
  sql<SqlBool>`coalesce(row.object ? ${sql.lit(field)} or row.object -> 'given' ? ${sql.lit(cell)}, false)`

/** Whether the step of a `row` of an import has a person, a group and a project, as `stepOf` reads them (`ad-import`). */
export const hasInStep = {
  user: sql<SqlBool>`(row.user_id is not null or ${hasField('user', 'email')})`,
  group: hasField('group', 'group'),
  project: sql<SqlBool>`(row.project_id is not null or ${hasField('project', 'project')})`,
}

const { user: hasUser, group: hasGroup, project: hasProject } = hasInStep

/** Conditions for the rows of an import by the type of their step, as `importTypeOf` derives it (`ad-import-step`). */
const typeConditions: Record<AdImportType, RawBuilder<SqlBool>> = {
  User: sql`(${hasUser} and not ${hasGroup} and not ${hasProject})`,
  Group: sql`(${hasGroup} and not ${hasUser} and not ${hasProject})`,
  'Group membership': sql`(${hasUser} and ${hasGroup})`,
  'Project access': sql`(${hasProject} and ${hasUser} <> ${hasGroup})`,
  Other: sql`(not ${hasUser} and not ${hasGroup})`,
}

/** True for rows that contain the word in what is visible of the row, its person or its project, and in nothing else. */
const containsWord = (changeSet: string, known: RawBuilder<SqlBool>, word: RawBuilder<string>): RawBuilder<SqlBool> => {
  const texts = ['row.object::text', 'row.why::text', 'row.conflict'].map((text) => isLike(sql.raw(text), word))
  return sql`(${sql.join(texts, sql` or `)}
    or row.user_id in (
      select contact.user_id from customer_person as contact join app_user as person on person.id = contact.user_id
      where contact.customer_id = ${customerOf(changeSet)}
        and ((${isLike('contact.name', word)} and ${known}) or ${isLike(visibleEmail(changeSet, known), word)}))
    or row.project_id in (
      select id from project where customer_id = ${customerOf(changeSet)} and ${isLike('name', word)}))`
}

/** The conditions of a query. */
function rowConditions(
  changeSet: string,
  { reader, outcome, numbers, user, project, record, q, type }: RowsQuery,
): RawBuilder<unknown> {
  const known = isKnownTo(reader, customerOf(changeSet), isMemberOf(projectOf(changeSet)))
  const conditions: RawBuilder<unknown>[] = [sql`row.change_set_id = ${changeSet}`]
  if (reader.loginMethod !== null) {
    conditions.push(
      sql`(${projectOfRow} is null or ${projectOfRow} not in ${closedProjects(reader, ...reader.administers)})`,
    )
  }
  if (outcome !== undefined) conditions.push(sql`row.outcome = ${outcome}`)
  if (numbers !== undefined) conditions.push(sql`row.number = any(${numbers}::int[])`)
  if (user !== undefined) {
    const email = user.toLowerCase()
    conditions.push(sql`row.user_id = (
      select id from app_user as person where person.email = ${email} and ${known}
        and ${visibleEmail(changeSet, known)} = ${email})`)
  }
  if (project !== undefined) conditions.push(sql`row.project_id = ${uuidOrNil(project)}`)
  if (record !== undefined) conditions.push(sql`row.object ->> 'id' = ${record}`)
  if (q !== undefined) conditions.push(matchesWords(q, (word) => containsWord(changeSet, known, word)))
  if (type !== undefined) conditions.push(typeConditions[type])
  return sql.join(conditions, sql` and `)
}

/** The total number of matching rows, regardless of the page. */
export async function countRows(db: Database, changeSet: string, query: RowsQuery): Promise<number> {
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from change_set_row as row where ${rowConditions(changeSet, query)}`.execute(db)
  return counted.rows[0]?.total ?? 0
}

/** The same with the page to return. */
export interface RowPageQuery extends RowsQuery {
  after: number
  size: number
}

/** A page of rows by their number. */
export async function listRows(
  db: Database | Transaction,
  changeSet: string,
  query: RowPageQuery,
): Promise<ChangeSetRow[]> {
  const { rows } = await selectRowPage(changeSet, query).execute(db)
  return rows.map(withRefusedCell)
}

/** The same page as a query, of rows as they are stored. */
export const selectRowPage = (changeSet: string, query: RowPageQuery): RawBuilder<ChangeSetRow> => {
  const { reader, after, size } = query
  const known = isKnownTo(reader, customerOf(changeSet), sql`member.user_id is not null`)
  return sql<ChangeSetRow>`
    select row.number, row.outcome, ${rowObject(changeSet, known)} as object, row.before, row.after, row.why, row.conflict, row.remains,
      case when member.user_id is not null then jsonb_strip_nulls(jsonb_build_object(
        'id', member.project_id || '.' || member.user_id, 'version', member.version, 'directoryLevel', member.directory_level)) end as member
    from (
      select * from change_set_row as row where ${rowConditions(changeSet, query)} and row.number > ${after} order by row.number limit ${size}
    ) as row
    left join app_user as person on person.id = row.user_id
    left join customer_person as contact on contact.user_id = row.user_id
      and contact.customer_id = ${customerOf(changeSet)}
    left join project on project.id = row.project_id and project.customer_id = ${customerOf(changeSet)}
    left join project_member as member on member.project_id = row.project_id and member.user_id = row.user_id
      and member.customer_id = ${customerOf(changeSet)}
    order by row.number`
}

/** Reasons that count people or projects. Plans that were made before `count` have the number as the text of a cell. */
const countingReasons: readonly unknown[] = ['membersOutsideDomain', 'loginMethodRequired'] satisfies RowConflict[]

/** Adds the refused cell to a row that comes from a file. */
export function withRefusedCell(row: ChangeSetRow): ChangeSetRow {
  const { column, value, ...why } = row.why ?? {}
  if (value !== undefined && countingReasons.includes(row.conflict))
    return { ...row, why: { ...why, count: Number(value) } }
  const cell = refusedCell(row)
  return cell ? { ...row, why: { ...row.why, ...cell } } : row
}

/** Marks the rows that an undo leaves unchanged. */
export const markRemaining = (db: Transaction, id: string, numbers: readonly number[]) =>
  sql`update change_set_row set remains = true where change_set_id = ${id} and number = any(${numbers}::int[])`.execute(
    db,
  )

/** Whether a change set affects a membership whose level is at least this one, before or after the change. */
export async function changesLevelAtLeast(db: Transaction, id: string, level: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from change_set_row where change_set_id = ${id} and outcome = 'change'
      and greatest((before ->> 'privilegeLevel')::int, (after ->> 'privilegeLevel')::int) >= ${level}) as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}
