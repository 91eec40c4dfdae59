import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'

/** A new project and the project it is made from. */
export interface Copy {
  from: string
  to: string
}

/** Copies one part of a project into a new one. */
export type Copier = (db: Transaction, copy: Copy) => Promise<unknown>

/** What the creation itself says stays; login methods go along within the same customer only. */
const copySettings: Copier = (db, { from, to }) =>
  db
    .updateTable('project')
    .from('project as source')
    .set({
      features: sql`case when project.features = '{}' then source.features else project.features end`,
      providers: sql`case when project.providers = '{}' and source.customer_id = project.customer_id
        then source.providers else project.providers end`,
      description: sql`coalesce(project.description, source.description)`,
    })
    .where('project.id', '=', to)
    .where('source.id', '=', from)
    .execute()

/** Every part of a template project that a new project begins with, in this order and in its transaction. */
export const copiers: readonly Copier[] = [copySettings]
