import { type Project, projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../../platform/database'
import { isChangedRow } from '../engine/changed-rows.store'
import { resultVersionOf } from '../engine/result-versions.store'

/** A row that changes the login methods of a project. */
export interface ProjectRow {
  project: string
  version: number
  /** The version of the project after the row was applied. */
  result: number
  before: string[]
  after: string[]
}

interface NewProjectRow {
  project: Pick<Project, 'id' | 'version'>
  outcome: 'change' | 'same' | 'conflict'
  before: readonly string[]
  after: readonly string[] | null
}

const json = (providers: readonly string[] | null) => (providers ? JSON.stringify({ providers }) : null)

export const insertProjectRow = (db: Transaction, id: string, { project, outcome, before, after }: NewProjectRow) =>
  db
    .insertInto('change_set_row')
    .values({
      change_set_id: id,
      number: 1,
      outcome,
      project_id: project.id,
      object: JSON.stringify({ type: projects.type, id: project.id }),
      before: json(before),
      after: json(after),
      conflict: outcome === 'conflict' ? 'changedMeanwhile' : null,
      version: project.version,
    })
    .execute()

/** The row, if it is a change that is not marked as remaining. */
export async function findProjectRow(db: Database | Transaction, id: string): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`
    select project_id as project, version, ${resultVersionOf('row')} as result, before -> 'providers' as before,
      after -> 'providers' as after
    from change_set_row as row
    where ${isChangedRow(id)}`.execute(db)
  return rows[0]
}

/** Locks these login methods until the transaction ends. Returns false if one of them no longer exists. */
export async function lockLoginMethods(db: Transaction, methods: readonly string[]): Promise<boolean> {
  if (methods.length === 0) return true
  const found = await db.selectFrom('sso_provider').select('id').where('id', 'in', methods).forKeyShare().execute()
  return methods.every((method) => found.some(({ id }) => id === method))
}

/** The project was modified since, is deleted or belongs to another customer, or a login method to restore no longer exists. */
export async function isProjectTouched(
  db: Database | Transaction,
  customer: string,
  { project, result, before }: ProjectRow,
): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (
      select from project where id = ${project} and customer_id = ${customer} and version = ${result} and not is_inactive
        and not exists (select from unnest(${before}::text[]) as method
          where method not in (select id from sso_provider))) as "isThere"`.execute(db)
  return rows[0]?.isThere !== true
}
