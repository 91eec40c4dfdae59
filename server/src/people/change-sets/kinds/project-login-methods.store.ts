import { type Project, projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../../platform/database'
import { resultOf } from '../engine/results.store'

/** The row of a change set about the login methods of a project. */
export interface ProjectRow {
  project: string
  version: number
  /** The version in which the project is as the row left it. */
  result: number
  before: string[]
  after: string[]
}

interface Wanted {
  project: Pick<Project, 'id' | 'version'>
  outcome: 'change' | 'same' | 'conflict'
  before: readonly string[]
  after: readonly string[] | null
}

const json = (providers: readonly string[] | null) => (providers ? JSON.stringify({ providers }) : null)

export const insertProjectRow = (db: Transaction, id: string, { project, outcome, before, after }: Wanted) =>
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

/** The row, where it is a change that is not left as it is. */
export async function projectRowOf(db: Database | Transaction, id: string): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`
    select project_id as project, version, ${resultOf('row')} as result, before -> 'providers' as before,
      after -> 'providers' as after
    from change_set_row as row
    where change_set_id = ${id} and outcome = 'change' and not remains`.execute(db)
  return rows[0]
}

/** Somebody has changed the project since, or it is deleted or another customer's, or a login method that would come back is gone. */
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
