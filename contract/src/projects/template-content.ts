import { z } from 'zod'
import { line, name } from '../jsonapi/fields'

/** The keys by which a template entry names content of a library project (admin-console chapter 3). */
export const templateResourceKeys = [
  'checklists',
  'checklistId',
  'checklistPrefix',
  'workflows',
  'folders',
  'folderId',
  'groups',
  'folderLabels',
  'labelGroupId',
  'reportTemplates',
  'widgets',
  'taktTrains',
  'customViewId',
] as const

/** One resource, or all of its kind, that a template copies into a new project. */
export const templateEntry = z.strictObject({
  sourceProjectId: z.string().min(1).max(254),
  key: z.enum(templateResourceKeys),
  value: line(500).nullable().default(null),
  renameTo: name().nullable().default(null),
  isEverything: z.boolean().default(false),
})

export type TemplateEntry = z.output<typeof templateEntry>

/** The identity of an entry: two entries with the same fields are the same. */
export const templateEntryIdentity = z.object(templateEntry.omit({ isEverything: true }).shape)

export type TemplateEntryIdentity = z.output<typeof templateEntryIdentity>

/** The key of an entry's identity: entries are equal if source project, key, value and new name agree (admin-console chapter 5). */
export const entryKey = ({ sourceProjectId, key, value, renameTo }: TemplateEntryIdentity): string =>
  JSON.stringify([sourceProjectId.toLowerCase(), key, value, renameTo])

/** Maximum number of entries of a template. */
export const maxTemplateEntries = 5_000

/** The entries of a template, without duplicates. */
export const templateContent = z
  .array(templateEntry)
  .max(maxTemplateEntries)
  .superRefine((entries, { addIssue }) => {
    const known = new Set<string>()
    for (const [at, entry] of entries.entries()) {
      if (known.has(entryKey(entry))) addIssue({ code: 'custom', path: [at], message: 'invalid' })
      known.add(entryKey(entry))
    }
  })
