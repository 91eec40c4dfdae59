import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import {
  type ArchiveLimit,
  type ArchiveRefusal,
  type FailureDetail,
  failureDetail,
} from '@lintel/contract/people/archive-refusals'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { ProblemCode } from '@lintel/contract/problems'
import { CallFailure } from '../../api/failure'
import { codeText, problemText } from '../../api/problem-text'

const megabyte = 1_024 * 1_024

/** Messages for exceeded limits, with the archive entry concerned. */
const limitTexts: Record<ArchiveLimit, (limit: number, entry: string) => MessageDescriptor> = {
  file(limit, entry) {
    const megabytes = limit / megabyte
    return msg`“${entry}” is larger than ${megabytes} MB when it is unpacked.`
  },
  archive(limit) {
    const megabytes = limit / megabyte
    return msg`The files of the archive are larger than ${megabytes} MB together when they are unpacked.`
  },
  ratio: (limit, entry) => msg`“${entry}” unpacks to more than ${limit} times its size in the archive.`,
  files: (limit) =>
    msg`${plural(limit, { one: 'The archive has more than # file.', other: 'The archive has more than # files.' })}`,
  entries: (limit) =>
    msg`${plural(limit, {
      one: 'The archive has more than # entry, including its folders.',
      other: 'The archive has more than # entries, including its folders.',
    })}`,
}

const overLimit = ({ limit, limitOf, entry = '' }: FailureDetail): MessageDescriptor =>
  limit === undefined || limitOf === undefined ? codeText('tooLarge') : limitTexts[limitOf](limit, entry)

/** Messages for rejected archives, with the entry that caused it. */
const refusalTexts: Record<ArchiveRefusal, (failure: FailureDetail) => MessageDescriptor> = {
  notAnArchive: () => msg`This file is no ZIP archive of CSV files that can be read.`,
  empty: () => msg`The archive has no CSV file.`,
  noRows: () => msg`The files of the archive have no rows.`,
  tooManyEntries: overLimit,
  tooLarge: overLimit,
  unsafeName: ({ entry = '' }) => msg`The archive has a file with a name that is not allowed: “${entry}”.`,
  link: ({ entry = '' }) => msg`“${entry}” is a link, not a file.`,
  encrypted: ({ entry = '' }) => msg`“${entry}” is encrypted. Make the archive without a password.`,
  notCsv: ({ entry = '' }) => msg`“${entry}” is no CSV file that can be read.`,
  duplicate: ({ entry = '' }) => msg`The archive has two files that are named “${entry}”.`,
  damaged: ({ entry }) =>
    entry === undefined ? msg`The archive is damaged.` : msg`“${entry}” is damaged in the archive.`,
}

function rowsText({ limit, entry }: FailureDetail): MessageDescriptor | undefined {
  if (limit === undefined) return undefined
  if (entry === undefined) {
    return msg`${plural(limit, {
      one: 'There is more than # row.',
      other: 'There are more than # rows.',
    })}`
  }
  return msg`${plural(limit, {
    one: `“${entry}” has more than # row.`,
    other: `“${entry}” has more than # rows.`,
  })}`
}

/**
 * The failure that a job has stored with a change set, as the call would have failed with it: a job stores `internal` for what may pass, and
 * otherwise the refusal. Undefined if it did not fail or was cancelled.
 */
export function failureOf({ failure, failureDetail }: Pick<ChangeSet, 'failure' | 'failureDetail'>) {
  if (failure === null || failure === 'cancelled') return undefined
  const { detail = '', ...meta } = failureDetail ?? {}
  const status = failure === 'internal' ? 500 : 422
  // A newer server may store a code that this build has no text for.
  const code = failure as ProblemCode
  return new CallFailure(status, [{ status: String(status), code, title: '', detail, meta }], undefined)
}

/** The text of a failed change set: what is wrong with its file, where that is known. */
export function failureText(error: unknown): MessageDescriptor {
  const [problem] = error instanceof CallFailure ? error.problems : []
  // A newer server may return a reason that this build has no message for.
  const detail = problem && failureDetail.safeParse({ ...problem.meta, detail: problem.detail }).data
  if (detail?.reason) return refusalTexts[detail.reason](detail)
  return (detail && problem.code === 'tooManyRows' && rowsText(detail)) || problemText(error)
}
