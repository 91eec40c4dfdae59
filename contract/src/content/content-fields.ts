import { z } from 'zod'
import { colour, instant, line, name } from '../jsonapi/fields'
import { one } from '../jsonapi/resource'

/** The common fields of a project's content. */
export const contentFields = {
  project: one('projects'),
  /** Equal for two records with the same content, including their children, in any projects. */
  contentHash: z.string(),
  createdAt: instant,
  updatedAt: instant,
}

/** The common fields written only by the server. */
export const contentReadOnly = ['contentHash', 'createdAt', 'updatedAt'] as const

const isPath = (path: string) => path.split('/').every((part) => part.trim() !== '')

/** A name whose parts between `/` are folders; none may be empty. */
export const pathName = name().refine(isPath, 'invalid')

// Names with a special meaning to file systems, so that no download ends up at another path than chosen.
const reserved = /^(\.{1,2}|con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** The name of a file or folder: no path, and no name reserved by file systems. */
export const fileName = name(255).refine((text) => !/[/\\<>:"|?*]/.test(text) && !reserved.test(text), 'invalid')

const foldCase = (text: string) => text.toLocaleLowerCase('en')

/** True when all texts differ, ignoring case. */
const areDistinct = (texts: readonly string[]) => new Set(texts.map(foldCase)).size === texts.length

/** Names of labels, without duplicates. */
export const labelNames = z.array(name(100)).max(50, 'tooLong').refine(areDistinct, 'invalid')

/** An ordered list of objects with unique names. */
export const uniquelyNamed = <S extends z.ZodType<{ name: string }>>(schema: S, max: number) =>
  z
    .array(schema)
    .max(max, 'tooLong')
    .refine((all) => areDistinct(all.map((one) => one.name)), 'invalid')

/** A name with its colour. */
export const colouredName = z.strictObject({ name: name(100), color: colour })

/** A search text. */
export const searchText = z.string().max(200)

/** The columns of a report or view, in order. */
export const columnNames = z.array(line(100).min(1, 'required')).max(100, 'tooLong').refine(areDistinct, 'invalid')
