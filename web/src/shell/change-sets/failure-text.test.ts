import { setupI18n } from '@lingui/core'
import { type ArchiveRefusal, archiveRefusal, type FailureDetail } from '@lintel/contract/people/archive-refusals'
import { expect, test } from 'vitest'
import { CallFailure } from '../../api/failure'
import { isRefused } from '../../api/refused'
import { problemTexts } from '../../i18n/problem-texts'
import { failureOf, failureText } from './failure-text'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const megabyte = 1_024 * 1_024
const entry = 'people/users.csv'

/** The failure of a change set that was stored with this code. */
const stored = (failure: string) => failureOf({ failure, failureDetail: null })

const cases: [ArchiveRefusal | undefined, Partial<FailureDetail>, string][] = [
  ['notAnArchive', {}, 'This file is no ZIP archive of CSV files that can be read.'],
  ['empty', {}, 'The archive has no CSV file.'],
  ['noRows', {}, 'The files of the archive have no rows.'],
  ['tooManyEntries', { limitOf: 'files', limit: 20 }, 'The archive has more than 20 files.'],
  [
    'tooManyEntries',
    { limitOf: 'entries', limit: 100 },
    'The archive has more than 100 entries, including its folders.',
  ],
  ['unsafeName', { entry }, 'The archive has a file with a name that is not allowed: “people/users.csv”.'],
  ['link', { entry }, '“people/users.csv” is a link, not a file.'],
  ['encrypted', { entry }, '“people/users.csv” is encrypted. Make the archive without a password.'],
  ['notCsv', { entry }, '“people/users.csv” is no CSV file that can be read.'],
  ['duplicate', { entry }, 'The archive has two files that are named “people/users.csv”.'],
  [
    'tooLarge',
    { entry, limitOf: 'file', limit: 25 * megabyte },
    '“people/users.csv” is larger than 25 MB when it is unpacked.',
  ],
  [
    'tooLarge',
    { entry, limitOf: 'archive', limit: 50 * megabyte },
    'The files of the archive are larger than 50 MB together when they are unpacked.',
  ],
  [
    'tooLarge',
    { entry, limitOf: 'ratio', limit: 100 },
    '“people/users.csv” unpacks to more than 100 times its size in the archive.',
  ],
  ['damaged', {}, 'The archive is damaged.'],
  ['damaged', { entry }, '“people/users.csv” is damaged in the archive.'],
  [undefined, { entry, limit: 100_000 }, '“people/users.csv” has more than 100,000 rows.'],
  [undefined, { limit: 200_000 }, 'There are more than 200,000 rows.'],
]

test.each(cases)('an archive that is refused for %s (%j) reads: %s', (reason, more, text) => {
  const detail = { detail: 'in English', ...(reason && { reason }), ...more }
  const code = reason === undefined ? 'tooManyRows' : reason.startsWith('too') ? 'tooLarge' : 'notASpreadsheet'
  // The failure as stored by a job, and as returned by a call.
  expect(i18n._(failureText(failureOf({ failure: code, failureDetail: detail })))).toBe(text)
  const { detail: english, ...meta } = detail
  const problem = { status: '422', code, title: '', detail: english, meta } as const
  expect(i18n._(failureText(new CallFailure(422, [problem], undefined)))).toBe(text)
})

test('every reason has its words', () => {
  expect(new Set(cases.flatMap(([reason]) => reason ?? []))).toEqual(new Set(archiveRefusal.options))
})

test('what is refused otherwise, or by a newer server, reads as anywhere', () => {
  const problem = (meta: Record<string, unknown>) =>
    ({ status: '413', code: 'tooLarge', title: '', detail: '', meta }) as const
  expect(failureText(new CallFailure(413, [problem({})], undefined))).toBe(problemTexts.tooLarge)
  expect(failureText(new CallFailure(413, [problem({ reason: 'newer' })], undefined))).toBe(problemTexts.tooLarge)
  expect(failureText(new CallFailure(502, [], undefined))).toBe(problemTexts.internal)
  expect(failureText(stored('importUnderWay'))).toBe(problemTexts.importUnderWay)
  expect(failureText(stored('newer'))).toBe(problemTexts.internal)
})

test('what a job has stored is refused for good, unless it failed itself or was cancelled', () => {
  for (const code of ['tooManyRows', 'forbidden', 'newer']) expect(isRefused(stored(code))).toBe(true)
  expect(isRefused(stored('internal'))).toBe(false)
  expect([stored('cancelled'), failureOf({ failure: null, failureDetail: null })]).toEqual([undefined, undefined])
})
