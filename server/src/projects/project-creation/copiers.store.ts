import type { CreationStep } from '@lintel/contract/projects/project-creation'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'

/** A new project and what it is made from: one of the two templates. */
export interface Making {
  project: string
  templateProject: string | null
  projectTemplate: string | null
}

/**
 * Brings one part of a template into a new project, all of it in the transaction that is given: it is called again when
 * the transaction before came to nothing, and never after it was committed.
 */
export type Copier = (db: Transaction, making: Making) => Promise<unknown>

/** What the creation itself says stays, an empty description too; login methods go along within the same customer only. */
const copySettings: Copier = (db, { project, templateProject }) =>
  db
    .updateTable('project')
    .from('project as source')
    .set({
      providers: sql`case when project.providers = '{}' and source.customer_id = project.customer_id
        then source.providers else project.providers end`,
    })
    .where('project.id', '=', project)
    .where('source.id', '=', templateProject)
    .execute()

const copyFeatures: Copier = (db, { project, templateProject }) =>
  db
    .updateTable('project')
    .from('project as source')
    .set({ features: sql`case when project.features = '{}' then source.features else project.features end` })
    .where('project.id', '=', project)
    .where('source.id', '=', templateProject)
    .execute()

/** A copier for each step: a kind of content that the contract names and nobody brings along does not compile. */
export const copiers: Readonly<Record<CreationStep, Copier>> = {
  settings: copySettings,
  features: copyFeatures,
}
