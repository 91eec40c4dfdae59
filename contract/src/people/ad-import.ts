import { z } from 'zod'
import { call } from '../jsonapi/call'
import { type AdImportStep, adImportStep, importActionOf, importTypeOf } from './ad-import-step'
import { failureDetail } from './archive-refusals'
import { type ChangeSetRow, changeSetState, changeSetSummary } from './change-sets'
import { type PrivilegeLevel, privilegeLevel } from './privilege-levels'

/** Largest archive of a directory, in bytes. */
export const largestDirectoryArchive = 8 * 1_024 * 1_024

/** Most steps in the answer of the door; more are read page by page (`listChangeSetRows`). */
export const mostStepsAnswered = 1_000

/** An import that takes away more than this share of a customer's memberships asks for their count to be typed. */
export const removalShareToType = 0.1

/** Whether the number of memberships that an import removes has to be typed before it is confirmed. */
export const needsTypedCount = ({ removed, of }: { removed: number; of: number }): boolean =>
  removed > of * removalShareToType

const text = z.string().trim().max(254)

const yesOrNo = z.enum(['true', 'false']).transform((word) => word === 'true')

const isFile = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array

/**
 * Fields of the form. A dry run has `file` and `domain`; what is confirmed has `planId`, `dryRun` false, and, where the plan asks for
 * it, `removals`.
 */
export const adImportForm = z.object({
  /** The archive's name and bytes. */
  file: z.custom<{ name: string; bytes: Uint8Array }>(isFile, 'required').optional(),
  domain: text.toLowerCase().optional(),
  dryRun: yesOrNo.default(true),
  planId: text.optional(),
  /** How many memberships are removed, as somebody typed it. */
  removals: z.coerce.number().int().min(0).optional(),
  /** Whether those whom the import gives their first access are invited by mail. */
  invite: yesOrNo.default(false),
})

export type AdImportForm = z.output<typeof adImportForm>

/** How an import stands. Its id is a change set's: rows, progress, undo and cancelling are asked of that (`change-sets`). */
export const adImportStanding = z.object({
  planId: z.string(),
  state: changeSetState,
  summary: changeSetSummary,
  progress: z.object({ done: z.int(), total: z.int() }),
  failure: z.string().nullable(),
  failureDetail: failureDetail.nullable(),
  /** The first steps, errors first; empty while it is planned. */
  steps: z.array(adImportStep),
})

export type AdImportStanding = z.output<typeof adImportStanding>

/**
 * The import of a directory (admin-console chapter 7): the first submit is a dry run that answers the steps and a `planId`, the second
 * performs exactly those. 202 with the state `planning` or `applying` where that takes a job. 409 `planStale` when what it is to change
 * was changed since or the domain is no longer verified for the customer, 409 `importUnderWay` while another import of the customer is at work, 422 `countNotTyped` when more than a tenth of
 * the memberships go and `removals` is not their number (`meta.removals`).
 */
export const adImport = call({
  method: 'POST',
  path: '/mgw/api/v3/rkv-ad-import',
  summary: 'Plan the import of a directory, or perform what was planned',
  body: adImportForm,
  bodyMediaType: 'multipart/form-data',
  answer: adImportStanding,
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

const levels: readonly unknown[] = Object.values(privilegeLevel)
const isLevel = (value: unknown): value is PrivilegeLevel => levels.includes(value)

const levelIn = (terms: ChangeSetRow['before']): PrivilegeLevel =>
  isLevel(terms?.privilegeLevel) ? terms.privilegeLevel : privilegeLevel.inactive

/** A level as steps carry it, which know the four roles of an import alone: the next lower of them. */
const importedLevel = (level: PrivilegeLevel): AdImportStep['levelnew'] =>
  level === 30 || level === 20 || level === 10 || level === 0 ? level : level === 25 ? 20 : 10

/** A row's levels before and after its step, which is none where it is refused. */
const levelsOf = ({ conflict, before, after }: ChangeSetRow) => ({
  levelnew: levelIn(conflict ? before : after),
  levelold: levelIn(before),
})

/** A row of a planned import as the specification's step. `error` is the conflict's code, which the web words. */
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

/** Type and action of a row of a planned import, for a table; the action is told by the roles that people really have. */
export const describeStep = (row: ChangeSetRow) => {
  const step = stepOf(row)
  return { step, type: importTypeOf(step), action: importActionOf({ ...step, ...levelsOf(row) }) }
}
