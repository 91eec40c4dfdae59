import { z } from 'zod'
import { line } from '../jsonapi/fields'

/** What of a library project a template entry may name (admin-console chapter 3). */
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

/** One resource, or everything of its kind, that a template brings into a new project. */
export const templateEntry = z.strictObject({
  sourceProjectId: z.string().min(1).max(254),
  key: z.enum(templateResourceKeys),
  value: line(500).nullable().default(null),
  renameTo: line().nullable().default(null),
  isEverything: z.boolean().default(false),
})

export type TemplateEntry = z.output<typeof templateEntry>

/** Two entries are the same resource when source project, key, value and new name agree (admin-console chapter 5). */
export const isSameEntry = (one: TemplateEntry, other: TemplateEntry): boolean =>
  one.sourceProjectId === other.sourceProjectId &&
  one.key === other.key &&
  one.value === other.value &&
  one.renameTo === other.renameTo

/** The content with those of the added entries that it does not have yet. */
export const withEntries = (content: readonly TemplateEntry[], added: readonly TemplateEntry[]): TemplateEntry[] => {
  const entries = [...content]
  for (const entry of added) if (!entries.some((known) => isSameEntry(known, entry))) entries.push(entry)
  return entries
}

/** The entries of a template, none twice. */
export const templateContent = z
  .array(templateEntry)
  .max(500)
  .superRefine((entries, { addIssue }) => {
    for (const [at, entry] of entries.entries()) {
      if (entries.findIndex((earlier) => isSameEntry(earlier, entry)) < at) {
        addIssue({ code: 'custom', path: [at], message: 'invalid' })
      }
    }
  })
