import type { AdImportType } from '@lintel/contract/people/ad-import-step'
import type { ChangeSetRow, rowOutcome } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Transaction } from '../../../platform/database'
import { uuidOrNil } from '../../../platform/rows'
import { foundByWords, isLike } from '../../../platform/search'
import { closedProjects } from '../../../projects/projects/project-rights.store'
import { belongsToCustomer } from '../../users/person-of-customer.store'
import { refusedCell } from './refused-cell'

/** Which rows are asked for. */
export interface RowsAsked {
  /** Whoever reads them: nothing of projects that their login method does not open. */
  reader: Person
  outcome?: z.output<typeof rowOutcome> | undefined
  /** Only these, by number. */
  numbers?: readonly number[] | undefined
  user?: string | undefined
  project?: string | undefined
  record?: string | undefined
  /** Letters that a row's person, group, project, file or conflict is called by. */
  q?: string | undefined
  /** The type of an import's step. */
  type?: AdImportType | undefined
}

/** Whose change set it is. */
const customerOf = (changeSet: string) => sql<string>`(select customer_id from change_set where id = ${changeSet})`

/**
 * The address of `person` as the customer of a change set may know it: of somebody whom it has nothing to do with any more, the one
 * that they had when the change set was made.
 */
const addressIn = (changeSet: string) => sql<string>`case
  when ${belongsToCustomer('person', customerOf(changeSet))} then person.email
  else coalesce((
    select change.before ->> 'email' from audit_event as change
    where change.actor_id = person.id and change.action = 'users.email-changed' and change.result = 'success'
      and change.occurred_at > (select created_at from change_set where id = ${changeSet})
    order by change.occurred_at limit 1), person.email) end`

/**
 * What a row is about, with the names that people (who accepted at the customer) and projects of the customer have now. A project that went
 * to another customer keeps its id alone.
 */
const objectIn = (changeSet: string) => sql<ChangeSetRow['object']>`
  coalesce(row.object, '{}') || jsonb_strip_nulls(jsonb_build_object('user', ${addressIn(changeSet)},
    'name', nullif(met.name, ''), 'project', row.project_id, 'projectName', project.name))`

/** What the rows of an import are about, by the type of their step. A row without a type is a membership in a project. */
const typeIs: Record<AdImportType, RawBuilder<unknown>> = {
  User: sql`row.object ->> 'type' = 'directory-users'`,
  Group: sql`row.object ->> 'type' = 'directory-groups'`,
  'Group membership': sql`row.object ->> 'type' = 'directory-group-members'`,
  'Project access': sql`(row.object ->> 'type' is null or row.object ->> 'type' in ('directory-group-access', 'directory-owners'))`,
  Other: sql`row.object ->> 'type' = 'directory-files'`,
}

/** True for the rows that say the word, of their person or their project as well: what is shown of these, and nothing else. */
const isInRow = (changeSet: string, word: RawBuilder<string>): RawBuilder<SqlBool> => {
  const said = ['row.object::text', 'row.why::text', 'row.conflict'].map((text) => isLike(sql.raw(text), word))
  return sql`(${sql.join(said, sql` or `)}
    or row.user_id in (
      select met.user_id from customer_person as met join app_user as person on person.id = met.user_id
      where met.customer_id = ${customerOf(changeSet)}
        and (${isLike('met.name', word)} or ${isLike(addressIn(changeSet), word)}))
    or row.project_id in (
      select id from project where customer_id = ${customerOf(changeSet)} and ${isLike('name', word)}))`
}

/** The rows that are asked for. */
function askedRows(
  changeSet: string,
  { reader, outcome, numbers, user, project, record, q, type }: RowsAsked,
): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`row.change_set_id = ${changeSet}`]
  if (reader.loginMethod !== null) {
    conditions.push(
      sql`(row.project_id is null or row.project_id not in ${closedProjects(reader, ...reader.administers)})`,
    )
  }
  if (outcome !== undefined) conditions.push(sql`row.outcome = ${outcome}`)
  if (numbers !== undefined) conditions.push(sql`row.number = any(${numbers}::int[])`)
  if (user !== undefined) {
    const email = user.toLowerCase()
    conditions.push(sql`row.user_id = (
      select id from app_user as person where person.email = ${email} and ${addressIn(changeSet)} = ${email})`)
  }
  if (project !== undefined) conditions.push(sql`row.project_id = ${uuidOrNil(project)}`)
  if (record !== undefined) conditions.push(sql`row.object ->> 'id' = ${record}`)
  if (q !== undefined) conditions.push(foundByWords(q, (word) => isInRow(changeSet, word)))
  if (type !== undefined) conditions.push(typeIs[type])
  return sql.join(conditions, sql` and `)
}

/** How many rows there are in all, whatever the page. */
export async function countRows(db: Database, changeSet: string, asked: RowsAsked): Promise<number> {
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from change_set_row as row where ${askedRows(changeSet, asked)}`.execute(db)
  return counted.rows[0]?.total ?? 0
}

/** Which page of them. */
export interface PageAsked extends RowsAsked {
  after: number
  size: number
}

/** A page of rows by their number. */
export async function rowsOf(db: Database | Transaction, changeSet: string, asked: PageAsked): Promise<ChangeSetRow[]> {
  const { rows } = await pageOfRows(changeSet, asked).execute(db)
  return rows.map(withRefusedCell)
}

/** The same as a question, of rows as they are stored. */
export const pageOfRows = (changeSet: string, asked: PageAsked): RawBuilder<ChangeSetRow> => {
  const { after, size } = asked
  return sql<ChangeSetRow>`
    select row.number, row.outcome, ${objectIn(changeSet)} as object, row.before, row.after, row.why, row.conflict, row.remains,
      case when member.user_id is not null then jsonb_strip_nulls(jsonb_build_object(
        'id', member.project_id || '.' || member.user_id, 'version', member.version, 'directoryLevel', member.directory_level)) end as member
    from (
      select * from change_set_row as row where ${askedRows(changeSet, asked)} and row.number > ${after} order by row.number limit ${size}
    ) as row
    left join app_user as person on person.id = row.user_id
    left join customer_person as met on met.user_id = row.user_id
      and met.customer_id = ${customerOf(changeSet)}
    left join project on project.id = row.project_id and project.customer_id = ${customerOf(changeSet)}
    left join project_member as member on member.project_id = row.project_id and member.user_id = row.user_id
      and member.customer_id = ${customerOf(changeSet)}
    order by row.number`
}

/** A row of a file with which of its cells was refused. */
export function withRefusedCell(row: ChangeSetRow): ChangeSetRow {
  const cell = refusedCell(row)
  return cell ? { ...row, why: { ...row.why, ...cell } } : row
}

/** Marks the rows that an undo leaves as they are. */
export const markRemaining = (db: Transaction, id: string, numbers: readonly number[]) =>
  sql`update change_set_row set remains = true where change_set_id = ${id} and number = any(${numbers}::int[])`.execute(
    db,
  )

/** Whether a change set changes a membership that was or became one of at least this level. */
export async function changesLevelFrom(db: Transaction, id: string, level: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from change_set_row where change_set_id = ${id} and outcome = 'change'
      and greatest((before ->> 'privilegeLevel')::int, (after ->> 'privilegeLevel')::int) >= ${level}) as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}
