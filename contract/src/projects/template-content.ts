import { z } from 'zod'
import { line, name } from '../jsonapi/fields'

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
  renameTo: name().nullable().default(null),
  isEverything: z.boolean().default(false),
})

export type TemplateEntry = z.output<typeof templateEntry>

/** What an entry is known by: another one that names the same is the same, wherever it stands. A whole entry names itself. */
export const templateEntryIdentity = z.object(templateEntry.omit({ isEverything: true }).shape)

export type TemplateEntryIdentity = z.output<typeof templateEntryIdentity>

/** Entries of equal keys are the same resource: source project, key, value and new name agree (admin-console chapter 5). */
export const entryKey = ({ sourceProjectId, key, value, renameTo }: TemplateEntryIdentity): string =>
  JSON.stringify([sourceProjectId.toLowerCase(), key, value, renameTo])

/** The content with those of the added entries that it does not have yet. */
export const withEntries = (content: readonly TemplateEntry[], added: readonly TemplateEntry[]): TemplateEntry[] => {
  const entries = new Map(content.map((entry) => [entryKey(entry), entry]))
  for (const entry of added) if (!entries.has(entryKey(entry))) entries.set(entryKey(entry), entry)
  return [...entries.values()]
}

/** How many entries a template has at most. */
export const mostEntries = 5_000

/** The entries of a template, none twice. */
export const templateContent = z
  .array(templateEntry)
  .max(mostEntries)
  .superRefine((entries, { addIssue }) => {
    const known = new Set<string>()
    for (const [at, entry] of entries.entries()) {
      if (known.has(entryKey(entry))) addIssue({ code: 'custom', path: [at], message: 'invalid' })
      known.add(entryKey(entry))
    }
  })
