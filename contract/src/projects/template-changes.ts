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
