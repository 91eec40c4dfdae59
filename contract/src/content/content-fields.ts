import { z } from 'zod'
import { colour, instant, line, name } from '../jsonapi/fields'
import { one } from '../jsonapi/resource'

/** What every record of a project's content has beside its own fields. */
export const contentFields = {
  project: one('projects'),
  /** Equal for two records that are alike with their children, in whatever projects they are. */
  contentHash: z.string(),
  createdAt: instant,
  updatedAt: instant,
}

/** The fields of those that the server alone writes. */
export const contentReadOnly = ['contentHash', 'createdAt', 'updatedAt'] as const

const isPath = (path: string) => path.split('/').every((part) => part.trim() !== '')

/** A name whose parts between `/` are folders; no part is empty. */
export const pathName = name().refine(isPath, 'invalid')

// Names that a file system would take for something else: nobody's download goes to another place than they chose.
const reserved = /^(\.{1,2}|con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** The name of a file or folder: no path, and none of the names that systems keep for themselves. */
export const fileName = name(255).refine((text) => !/[/\\<>:"|?*]/.test(text) && !reserved.test(text), 'invalid')

const alike = (text: string) => text.toLocaleLowerCase('en')

/** True when no two of the texts are alike, whatever their case. */
export const areDistinct = (texts: readonly string[]) => new Set(texts.map(alike)).size === texts.length

/** Names of labels, none twice. */
export const labelNames = z.array(name(100)).max(50, 'tooLong').refine(areDistinct, 'invalid')

/** A list of named things in their order, no name twice. */
export const named = <S extends z.ZodType<{ name: string }>>(schema: S, most: number) =>
  z
    .array(schema)
    .max(most, 'tooLong')
    .refine((all) => areDistinct(all.map((one) => one.name)), 'invalid')

/** A name with the colour that people know it by. */
export const colouredName = z.strictObject({ name: name(100), color: colour })

/** A text that may be searched for in a list. */
export const searched = z.string().max(200)

/** The columns that a report or view shows, in their order. */
export const columnNames = z.array(line(100).min(1, 'required')).max(100, 'tooLong').refine(areDistinct, 'invalid')
