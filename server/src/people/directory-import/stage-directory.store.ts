import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'
import { comparedName } from '../change-sets/kinds/compared-name.store'
import type { DirectoryFiles } from './read-directory'

type Rows<K extends keyof DirectoryFiles> = Readonly<DirectoryFiles[K]>

/** Rows inserted per statement; the event loop serves other requests in between. */
const rowBatchSize = 1_000

/**
 * Creates the temporary tables that a plan is compared in, dropped on commit. A group is compared by its key ({@link comparedName}); a person by email.
 */
export async function createStagingTables(db: Transaction): Promise<void> {
  await sql`
    create temporary table staged_user (
      email text, first_name text, last_name text, title text, phone text, organization text, enabled boolean, file text, line int
    ) on commit drop`.execute(db)
  await sql`
    create temporary table staged_group (key text, name text, description text, file text, line int) on commit drop`.execute(
    db,
  )
  await sql`create temporary table staged_parent (key text, name text, parent_key text, parent text) on commit drop`.execute(
    db,
  )
  await sql`
    create temporary table staged_member (key text, name text, email text, is_listed boolean, file text, line int) on commit drop`.execute(
    db,
  )
  await sql`
    create temporary table staged_access (key text, name text, word text, level smallint, file text, line int) on commit drop`.execute(
    db,
  )
  await sql`
    create temporary table planned_row (
      rank smallint, file text, line int, outcome text not null, user_id uuid, project_id uuid, object jsonb, before jsonb, after jsonb,
      why jsonb, conflict text, version int, kept jsonb
    ) on commit drop`.execute(db)
  await sql`
    create temporary table planned_membership (
      file text, line int, name text, email text, user_id uuid, project_id uuid, level smallint, goes_back boolean, outcome text,
      conflict text, privilege_level smallint, directory_level smallint, before_directory jsonb, expiration_date timestamptz,
      access_until timestamptz, version int, follows uuid, kept jsonb
    ) on commit drop`.execute(db)
}

/** Inserts the content of the files into those tables. `onProgress` is called with the number of rows inserted. */
export async function stageDirectory(
  db: Transaction,
  { users, groups, memberships, access, refused }: DirectoryFiles,
  onProgress: (done: number) => Promise<void>,
): Promise<void> {
  let done = 0
  const stage = async <T>(rows: Iterable<T>, write: (part: readonly T[]) => Promise<unknown>) => {
    for (const part of batchesOf(rows)) {
      await write(part)
      done += part.length
      await onProgress(done)
    }
  }
  await stage(users, (part) => insertUsers(db, part))
  await stage(membersIn(users), (part) => insertMembers(db, part, false))
  await stage(groups, (part) => insertGroups(db, part))
  await stage(parentsIn(groups), (part) => insertParents(db, part))
  await stage(memberships, (part) => insertMembers(db, part, true))
  await stage(access, (part) => insertAccess(db, part))
  await stage(refused, (part) => insertRefused(db, part))
  await sql`create index on staged_parent (key)`.execute(db)
  for (const table of ['staged_user', 'staged_group', 'staged_parent', 'staged_member', 'staged_access']) {
    await sql`analyze ${sql.table(table)}`.execute(db)
  }
}

function* membersIn(users: Rows<'users'>): Generator<Rows<'memberships'>[number]> {
  for (const { file, line, email, groups } of users) for (const group of groups) yield { file, line, email, group }
}

function* parentsIn(groups: Rows<'groups'>): Generator<{ group: string; parent: string }> {
  for (const { group, groups: above } of groups) for (const parent of above) yield { group, parent }
}

/** Reads the rows as they are needed, so that what is derived from the lines is never in memory as a whole. */
export function* batchesOf<T>(rows: Iterable<T>, batchSize = rowBatchSize): Generator<readonly T[]> {
  let part: T[] = []
  for (const row of rows) {
    part.push(row)
    if (part.length < batchSize) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

export const column = <T>(rows: readonly T[], type: string, read: (row: T) => unknown) =>
  sql`${rows.map(read)}::${sql.raw(type)}[]`

const insertUsers = (db: Transaction, rows: Rows<'users'>) =>
  sql`
    insert into staged_user
    select email, nullif(first_name, ''), nullif(last_name, ''), nullif(title, ''), nullif(phone, ''), nullif(organization, ''),
      enabled, file, line
    from unnest(${column(rows, 'text', ({ email }) => email)}, ${column(rows, 'text', ({ givenName }) => givenName)},
      ${column(rows, 'text', ({ familyName }) => familyName)}, ${column(rows, 'text', ({ title }) => title)},
      ${column(rows, 'text', ({ phone }) => phone)}, ${column(rows, 'text', ({ organization }) => organization)},
      ${column(rows, 'boolean', ({ isEnabled }) => isEnabled)}, ${column(rows, 'text', ({ file }) => file)},
      ${column(rows, 'int', ({ line }) => line)}
    ) as staged (email, first_name, last_name, title, phone, organization, enabled, file, line)`.execute(db)

const insertGroups = (db: Transaction, rows: Rows<'groups'>) =>
  sql`
    insert into staged_group select ${comparedName(sql`name`)}, name, nullif(description, ''), file, line
    from unnest(${column(rows, 'text', ({ group }) => group)}, ${column(rows, 'text', ({ description }) => description)},
      ${column(rows, 'text', ({ file }) => file)}, ${column(rows, 'int', ({ line }) => line)}
    ) as staged (name, description, file, line)`.execute(db)

const insertParents = (db: Transaction, rows: readonly { group: string; parent: string }[]) =>
  sql`
    insert into staged_parent select key, name, parent_key, parent
    from unnest(${column(rows, 'text', ({ group }) => group)}, ${column(rows, 'text', ({ parent }) => parent)})
      as staged (name, parent)
    cross join lateral (select ${comparedName(sql`name`)} as key, ${comparedName(sql`parent`)} as parent_key) as compared
    where key <> parent_key`.execute(db)

const insertMembers = (db: Transaction, rows: Rows<'memberships'>, isListed: boolean) =>
  sql`
    insert into staged_member select ${comparedName(sql`name`)}, name, email, ${isListed}, file, line
    from unnest(${column(rows, 'text', ({ group }) => group)}, ${column(rows, 'text', ({ email }) => email)},
      ${column(rows, 'text', ({ file }) => file)}, ${column(rows, 'int', ({ line }) => line)}
    ) as staged (name, email, file, line)`.execute(db)

const insertAccess = (db: Transaction, rows: Rows<'access'>) =>
  sql`
    insert into staged_access select ${comparedName(sql`name`)}, name, ${comparedName(sql`word`)}, level, file, line
    from unnest(${column(rows, 'text', ({ group }) => group)}, ${column(rows, 'text', ({ project }) => project)},
      ${column(rows, 'smallint', ({ level }) => level)}, ${column(rows, 'text', ({ file }) => file)},
      ${column(rows, 'int', ({ line }) => line)}
    ) as staged (name, word, level, file, line)`.execute(db)

/** Rejected lines become conflict rows of the plan. */
const insertRefused = (db: Transaction, rows: Rows<'refused'>) =>
  sql`
    insert into planned_row (rank, file, line, outcome, object, why, conflict)
    select 0, file, line, 'conflict', object,
      jsonb_strip_nulls(jsonb_build_object('file', file, 'line', line, 'column', col, 'value', value)), reason
    from unnest(${column(rows, 'text', ({ file }) => file)}, ${column(rows, 'int', ({ line }) => line)},
      ${column(rows, 'text', ({ reason }) => reason)}, ${column(rows, 'text', ({ column: name }) => name ?? null)},
      ${column(rows, 'text', ({ value }) => value ?? null)},
      ${column(rows, 'jsonb', ({ kind, given }) => JSON.stringify({ type: typeOfFile[kind ?? 'other'], given: given ?? {} }))}
    ) as staged (file, line, reason, col, value, object)`.execute(db)

/** The object type of a plan's rows, by their file. A row without a type is a project membership. */
const typeOfFile = {
  users: 'directory-users',
  groups: 'directory-groups',
  memberships: 'directory-group-members',
  access: 'directory-group-access',
  other: 'directory-files',
} as const
