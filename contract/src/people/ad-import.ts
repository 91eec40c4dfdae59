import { z } from 'zod'
import { call } from '../jsonapi/call'
import { fileContent, line, name } from '../jsonapi/fields'
import {
  type AdImportAction,
  type AdImportStep,
  adImportStep,
  importActionOf,
  importTypeOf,
  isImportedLevel,
} from './ad-import-step'
import { failureDetail } from './archive-refusals'
import { type ChangeSetRow, changeSetState, changeSetSummary } from './change-sets'
import { type PrivilegeLevel, privilegeLevel } from './privilege-levels'
import { rowConflict } from './row-conflicts'

/** Maximum size of a directory archive, in bytes. */
export const maxDirectoryArchiveBytes = 8 * 1_024 * 1_024

/** Maximum number of steps in the response; more are read page by page (`listChangeSetRows`). */
export const maxReturnedSteps = 1_000

/** An import that removes more than this share of a customer's memberships requires typing their number. */
export const removalConfirmationShare = 0.1

/** Whether the number of removed memberships has to be typed before the import is confirmed. */
export const needsTypedCount = ({ removed, of }: { removed: number; of: number }): boolean =>
  removed > of * removalConfirmationShare

const text = z.string().trim().max(254)

const booleanText = z.enum(['true', 'false']).transform((word) => word === 'true')

const isFile = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array

/**
 * Fields of the form. A dry run has `file` and `domain`; a confirmation has `planId`, `dryRun` false, and, where the plan requires it,
 * `removals`.
 */
export const adImportForm = z.object({
  /** The archive's name and bytes. */
  file: z.custom<{ name: string; bytes: Uint8Array }>(isFile, 'required').optional(),
  domain: text.toLowerCase().optional(),
  dryRun: booleanText.default(true),
  planId: text.optional(),
  /** The typed number of removed memberships. */
  removals: z.coerce.number().int().min(0).optional(),
  /** Whether people who get their first access are invited by mail. */
  invite: booleanText.default(false),
})

export type AdImportForm = z.output<typeof adImportForm>

/** The status of an import. Its id is that of a change set: rows, progress, undo and cancelling use its calls (`change-sets`). */
export const adImportStatus = z.object({
  planId: z.string(),
  state: changeSetState,
  summary: changeSetSummary,
  progress: z.object({ done: z.int(), total: z.int() }),
  failure: z.string().nullable(),
  failureDetail: failureDetail.nullable(),
  /** The first steps, errors first; empty while planning. */
  steps: z.array(adImportStep),
})

export type AdImportStatus = z.output<typeof adImportStatus>

/**
 * Imports a directory (admin-console chapter 7): the first request is a dry run that returns the steps and a `planId`, the second applies
 * exactly those. 202 with the state `planning` or `applying` where a job does it. 409 `planStale` when affected data has changed since or
 * the domain is no longer verified for the customer, 409 `importUnderWay` while another import of the customer is running, 422
 * `countNotTyped` when more than a tenth of the memberships would be removed and `removals` is not their number (`meta.removals`).
 */
export const adImport = call({
  method: 'POST',
  path: '/mgw/api/v3/rkv-ad-import',
  summary: 'Plan the import of a directory, or perform what was planned',
  body: adImportForm,
  bodyMediaType: 'multipart/form-data',
  answer: adImportStatus,
  status: 202,
  problems: [
    'notFound',
    'conflict',
    'importUnderWay',
    'planStale',
    'required',
    'countNotTyped',
    'unknownReference',
    'notASpreadsheet',
    'tooLarge',
    'tooManyRows',
    'stepUpRequired',
  ],
})

/** The words of the errors in the person's language: the heading of their column, and the text of each reason. */
const errorWords = z.object({ heading: name(100), reasons: z.partialRecord(rowConflict, line(500)) })

export type ErrorWords = z.output<typeof errorWords>

/** Maximum length of the words as JSON, in characters. */
const maxWordsLength = 32 * 1_024

const parseJson = (text: string, context: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('invalid')
    return z.NEVER
  }
}

/**
 * The files of a planned import, with a last column that says what is wrong with each line; mended, they are sent again. The archive is sent
 * for it, since none is kept. 409 `conflict` while it is planned or after that has failed, and for an archive in which a line with an error is
 * missing or lacks a cell that identified it in the plan; other differences from the planned archive are not noticed.
 */
export const adImportErrors = call({
  method: 'POST',
  path: '/mgw/api/v3/rkv-ad-import/errors',
  summary: 'The files of a planned import, with the errors of their lines',
  body: z.object({
    planId: text,
    /** The archive that was planned. */
    file: z.custom<{ name: string; bytes: Uint8Array }>(isFile, 'required'),
    /** {@link ErrorWords} as JSON. */
    words: z.string().max(maxWordsLength).transform(parseJson).pipe(errorWords),
  }),
  bodyMediaType: 'multipart/form-data',
  answer: fileContent,
  mediaType: 'application/zip',
  problems: ['notFound', 'conflict', 'required', 'notASpreadsheet', 'tooLarge', 'tooManyRows', 'tooManyRequests'],
})

const levels: readonly unknown[] = Object.values(privilegeLevel)
const isLevel = (value: unknown): value is PrivilegeLevel => levels.includes(value)

const storedLevel = (terms: ChangeSetRow['before']): PrivilegeLevel =>
  isLevel(terms?.privilegeLevel) ? terms.privilegeLevel : privilegeLevel.inactive

/** The level of a step, reduced to the four roles of an import. */
const importedLevel = (level: PrivilegeLevel): AdImportStep['levelnew'] =>
  isImportedLevel(level) ? level : level === privilegeLevel.customerAdmin ? privilegeLevel.admin : privilegeLevel.member

/** A row's levels before and after its step; a conflicting row changes nothing. */
const levelsOf = ({ conflict, before, after }: ChangeSetRow) => ({
  levelnew: storedLevel(conflict ? before : after),
  levelold: storedLevel(before),
})

/** Converts a row of a planned import to the specification's step. `error` is the conflict's code, for which the web has texts. */
export function stepOf(row: ChangeSetRow): AdImportStep {
  const { object, conflict, outcome } = row
  const { levelnew, levelold } = levelsOf(row)
  return {
    group: object.group ?? object.given?.group ?? null,
    levelnew: importedLevel(levelnew),
    levelold: importedLevel(levelold),
    project: object.project ?? object.given?.project ?? null,
    error: conflict,
    name: object.name ?? null,
    user: object.user ?? object.given?.email ?? null,
    gateway: null,
    redundant: outcome === 'same',
  }
}

/** The action of a row of a planned import: that of its step, `error`, or `update details` where it changes something but no level. */
export type PlannedAction = AdImportAction | 'update details' | 'error'

/** The action of a row, by its unreduced levels. */
function plannedActionOf(row: ChangeSetRow, step: AdImportStep): PlannedAction {
  if (row.outcome === 'conflict') return 'error'
  const action = importActionOf({ ...step, ...levelsOf(row) })
  return action === 'no change' && row.outcome === 'change' ? 'update details' : action
}

/** Type and action of a row of a planned import, for its table and its counts. */
export const describeStep = (row: ChangeSetRow) => {
  const step = stepOf(row)
  return { step, type: importTypeOf(step), action: plannedActionOf(row, step) }
}
