import { z } from 'zod'

/** Why the archive of a directory's files is refused (security I1); `noRows`: its files say nothing. */
export const archiveRefusal = z.enum([
  'notAnArchive',
  'empty',
  'noRows',
  'tooManyEntries',
  'unsafeName',
  'link',
  'encrypted',
  'notCsv',
  'duplicate',
  'tooLarge',
  'damaged',
])

export type ArchiveRefusal = z.output<typeof archiveRefusal>

/**
 * What a limit is of: the bytes that one file unfolds to, or all files together; how many times its size in the archive a file unfolds to;
 * how many files are read; how many entries the archive has, with folders and what is passed over.
 */
export const archiveLimit = z.enum(['file', 'archive', 'ratio', 'files', 'entries'])

export type ArchiveLimit = z.output<typeof archiveLimit>

/** What a failure that is kept says beside its code: the same as a problem's `detail` and `meta`. */
export const failureDetail = z.object({
  /** English, as the problem's. */
  detail: z.string(),
  reason: archiveRefusal.optional(),
  /** The entry of the archive that is at fault, as it can be shown. */
  entry: z.string().optional(),
  /** The limit that is exceeded, in the unit of what it is of; without `limitOf` a number of rows. */
  limit: z.number().optional(),
  limitOf: archiveLimit.optional(),
})

export type FailureDetail = z.output<typeof failureDetail>
