import { z } from 'zod'
import { line } from '../jsonapi/fields'
import { projectTemplates } from './project-templates'
import { maxTemplateEntries, templateEntry, templateEntryIdentity } from './template-content'

// An empty new name is a conflict of its row, so that it does not reject the others.
const renameTo = line().nullable().default(null)

const entries = <T extends z.ZodType>(entry: T) => z.array(entry).max(maxTemplateEntries, 'tooManyRows').default([])

/**
 * Removes, renames and adds entries of a template, in this order. An entry is addressed by its identity, so that concurrent changes of
 * others do not interfere. `renameTo` null: it keeps its name in the library.
 */
export const changeTemplateEntries = z.strictObject({
  template: z.string().max(100),
  remove: entries(templateEntryIdentity),
  rename: entries(z.strictObject({ entry: templateEntryIdentity, renameTo })),
  add: entries(templateEntry.extend({ renameTo })),
})

export type ChangeTemplateEntries = z.output<typeof changeTemplateEntries>

const { name } = projectTemplates.fields.shape

/**
 * Renames a template, or adds an empty one if none is named. An undone addition is repeated with its id and 0 as
 * `expectedVersion`.
 */
export const changeTemplate = z.strictObject({
  template: z.uuid().optional(),
  name,
  /** The version last seen: with any other the row is a conflict `changedMeanwhile`. */
  expectedVersion: z.int().min(0).optional(),
  /** Likewise the name last seen. */
  expectedName: name.optional(),
})

/** Deletes a template with its entries; `expectedVersion` is the version that the person saw. */
export const deleteTemplate = z.strictObject({
  template: z.string().max(100),
  expectedVersion: z.int().min(1).optional(),
})

/** Maximum number of projects in one plan. */
export const maxDriftProjects = 500

/** Maximum number of exceptions of a plan. */
const maxDriftExceptions = 10_000

/**
 * Applies template drift to projects: entries added to the template, and changes in its libraries. Changes made in a project are kept.
 * `used` decides about changed checklists with runs and workflows with topics: keep the old one (`skip`), or add the new one as well
 * (`beside`). `lost` decides about resources no longer in the template: keep them (`keep`), or remove them if unchanged, unused and not
 * needed (`remove`). `otherwise` lists resources of projects for which the opposite is done.
 */
export const applyDrift = z.strictObject({
  template: z.string().max(100),
  projects: z.array(z.string().max(100)).min(1, 'required').max(maxDriftProjects, 'tooManyRows'),
  used: z.enum(['skip', 'beside']).default('skip'),
  lost: z.enum(['keep', 'remove']).default('keep'),
  otherwise: z
    .array(z.strictObject({ project: z.guid(), resource: z.guid() }))
    .max(maxDriftExceptions, 'tooManyRows')
    .default([]),
})

export type ApplyDrift = z.output<typeof applyDrift>
