import { z } from 'zod'

/** Why a directory archive is rejected (security I1); `noRows`: its files are empty. */
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
 * The kind of limit: uncompressed bytes of one file or of all files together, compression ratio of a file, number of files read, or number
 * of entries in the archive, including folders and ignored ones.
 */
export const archiveLimit = z.enum(['file', 'archive', 'ratio', 'files', 'entries'])

export type ArchiveLimit = z.output<typeof archiveLimit>

/** Details of a stored failure: the same as a problem's `detail` and `meta`. */
export const failureDetail = z.object({
  /** In English, like a problem's `detail`. */
  detail: z.string(),
  reason: archiveRefusal.optional(),
  /** The archive entry that caused the failure, in displayable form. */
  entry: z.string().optional(),
  /** The exceeded limit, in the unit of its kind; without `limitOf`, a number of rows. */
  limit: z.number().optional(),
  limitOf: archiveLimit.optional(),
})

export type FailureDetail = z.output<typeof failureDetail>
