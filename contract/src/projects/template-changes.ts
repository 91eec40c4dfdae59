import { z } from 'zod'
import { line } from '../jsonapi/fields'
import { mostEntries, templateEntry, templateEntryIdentity } from './template-content'

// A new name without a letter is a conflict of its row, so that it does not refuse the others.
const renameTo = line().nullable().default(null)

const entries = <T extends z.ZodType>(entry: T) => z.array(entry).max(mostEntries, 'tooManyRows').default([])

/**
 * Entries of a template that are removed, renamed and added, in this order. An entry is named by what it is known by, so that whoever
 * changes others at the same time is not in the way. `renameTo` null: it keeps the name it has in the library.
 */
export const changeTemplateEntries = z.strictObject({
  template: z.string().max(100),
  remove: entries(templateEntryIdentity),
  rename: entries(z.strictObject({ entry: templateEntryIdentity, renameTo })),
  add: entries(templateEntry.extend({ renameTo })),
})

export type ChangeTemplateEntries = z.output<typeof changeTemplateEntries>

/** A template that is deleted with its entries; `expectedVersion` is what the person saw of it. */
export const deleteTemplate = z.strictObject({
  template: z.string().max(100),
  expectedVersion: z.int().min(1).optional(),
})

/** Most projects that are brought over at once. */
export const mostBroughtOver = 500

/** Most rows of a plan that are done otherwise than the rest of it. */
export const mostDoneOtherwise = 10_000

/**
 * What projects lack of the template that they were made from: what it gained, and what was changed in its libraries. What was changed in
 * a project stays as it is there. `used` says what becomes of a checklist with runs and a workflow with topics whose resource was
 * changed: it is left (`skip`), or the new one is added beside it (`beside`). `lost` says what becomes of what the template brought and
 * does not bring any more: it stays (`keep`), or goes where nobody has changed it, works with it or needs it (`remove`). `otherwise` names
 * the resources of projects for which the other of the two is done.
 */
export const bringOverDrift = z.strictObject({
  template: z.string().max(100),
  projects: z.array(z.string().max(100)).min(1, 'required').max(mostBroughtOver, 'tooManyRows'),
  used: z.enum(['skip', 'beside']).default('skip'),
  lost: z.enum(['keep', 'remove']).default('keep'),
  otherwise: z
    .array(z.strictObject({ project: z.guid(), resource: z.guid() }))
    .max(mostDoneOtherwise, 'tooManyRows')
    .default([]),
})

export type BringOverDrift = z.output<typeof bringOverDrift>
