import { z } from 'zod'
import { call } from '../jsonapi/call'
import { jsonApiMediaType } from '../jsonapi/document'
import { instant, integerParameter } from '../jsonapi/fields'
import { type Entity, one, oneOrNone, resource } from '../jsonapi/resource'
import { importType } from './ad-import-step'
import { failureDetail } from './archive-refusals'
import { type ChangeSetKind, changeSetKinds } from './change-set-inputs'
import { type Actor, administers, isFullUser } from './permissions'
import { rowConflict } from './row-conflicts'

/** From this number of rows on, a change set is planned and applied by a job; below, within the request. */
export const synchronousRowLimit = 10_000

/** Maximum number of rows of a change set that is planned and applied in one request (`apply: "whenClean"`). */
export const maxWhenCleanRows = 200

/**
 * The state of a change set (contract §3). `stale`: affected data was changed by somebody else since planning, and nothing was applied.
 * `failed`: it could not be planned, applied or undone, and changed nothing.
 */
export const changeSetState = z.enum([
  'planning',
  'planned',
  'applying',
  'applied',
  'undoing',
  'undone',
  'failed',
  'stale',
])

export type ChangeSetState = z.output<typeof changeSetState>

/** The outcome of a row: a change, no change, or a conflict that prevents it. */
export const rowOutcome = z.enum(['change', 'same', 'conflict'])

const count = z.int().min(0)

/** Counts of a change set's rows. */
export const changeSetSummary = z.object({
  total: count,
  change: count,
  same: count,
  conflict: count,
  /** Number of distinct people and projects affected by the changes. */
  people: count,
  projects: count,
  /** Number of rows by conflict. */
  conflicts: z.partialRecord(rowConflict, count),
  /** After an undo: rows restored, and rows that somebody had changed since. */
  undone: count,
  remaining: count,
  /** For an import: the number of removed memberships, and of all that it compares: those of projects that exist and are open to it. */
  removal: z.object({ removed: count, of: count }).optional(),
  /** For an import: the number of rows by step type and action, as `describeStep` names them (`ad-import`). */
  actions: z.array(z.object({ type: z.string(), action: z.string(), count })).optional(),
  /** For an import: people who get their first access are invited. */
  invite: z.boolean().optional(),
  /** For an import: the domain of the people that it may change. */
  domain: z.string().optional(),
})

export type ChangeSetSummary = z.output<typeof changeSetSummary>

/** The object of a row. For objects that were not found, only the input is known. */
const rowObject = z.object({
  /** The person's email and name. */
  user: z.string().optional(),
  name: z.string().optional(),
  /** The project's id and name. */
  project: z.string().optional(),
  projectName: z.string().optional(),
  /** A group of the directory. */
  group: z.string().optional(),
  /** Another type of object (an organization). */
  type: z.string().optional(),
  id: z.string().optional(),
  /** The original cells of a row that could not be fully parsed. */
  given: z.record(z.string(), z.string()).optional(),
})

/** One row of a plan. `before` and `after` are null where nothing exists: no membership, no organization. */
export const changeSetRow = z.object({
  /** Its position from 1: the line of a file, or the index of the cell. */
  number: z.int(),
  outcome: rowOutcome,
  object: rowObject,
  /** Of a membership: `{ privilegeLevel, accessUntil }`, and `providers` where the row sets them. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /**
   * The origin of the row: the line of a file (and the file within an archive), the group that gives the access, or the person whose access
   * is copied; null for a selected cell. A conflicting line names the rejected column and its text, at most 80 characters, or the number of
   * people (`membersOutsideDomain`) or projects (`loginMethodRequired`) that it would have changed.
   */
  why: z
    .object({
      file: z.string().optional(),
      line: z.int().optional(),
      group: z.string().optional(),
      column: z.string().optional(),
      value: z.string().optional(),
      count: count.optional(),
      copiedFrom: z.string().optional(),
    })
    .nullable(),
  conflict: rowConflict.nullable(),
  /** The current membership of the row, with the level given by a directory; null without a membership. */
  member: z.object({ id: z.string(), version: z.int(), directoryLevel: z.int().optional() }).nullable(),
  /** After an undo: not restored, because somebody had changed it since. */
  remains: z.boolean(),
})

export type ChangeSetRow = z.output<typeof changeSetRow>

const kindPattern = changeSetKinds.join('|')

/** A filter for one kind, or several separated by commas. */
const kindList = z
  .string()
  .regex(new RegExp(`^(${kindPattern})(,(${kindPattern}))*$`), 'invalid')
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(changeSetKinds)))

/** Processed and total rows of the current step. */
const changeSetProgress = z.object({ done: count, total: count })

/**
 * A bulk change: planned, previewed row by row, applied all or nothing as one audited step, and undone. Created by posting `kind`,
 * `customer` and `input` (change-set-inputs); up to 12 MiB. A creation may have an `Idempotency-Key`.
 *
 * With `apply: "whenClean"` it is planned and applied in one transaction if no row is a conflict and there are at most {@link
 * maxWhenCleanRows}: its state is then `applied`. Otherwise it is `planned`, and nothing is applied. 412 `stale` when somebody changes a
 * row at the same moment.
 */
export const changeSets = resource('change-sets', {
  fields: {
    kind: z.enum(changeSetKinds),
    customer: one('customers'),
    /**
     * The project of the change: its owner and administrators may create those of {@link projectChangeKinds} as well, with the levels that
     * they may give, and see, apply and undo their own. Null for changes of the customer's administrators.
     */
    project: oneOrNone('projects'),
    /** Depends on the kind; write-only. */
    input: z.unknown().optional(),
    /** Write-only. */
    apply: z.literal('whenClean').optional(),
    /** All rows, only in the response to a creation with `apply`. */
    rows: z.array(changeSetRow).optional(),
    state: changeSetState,
    summary: changeSetSummary,
    progress: changeSetProgress,
    /** The reason of the failure: a problem code, or `cancelled`. */
    failure: z.string().nullable(),
    /** Details of the failure, if known: the entry of an archive, the exceeded limit. */
    failureDetail: failureDetail.nullable(),
    createdBy: oneOrNone('users'),
    createdAt: instant,
    plannedAt: instant.nullable(),
    appliedBy: oneOrNone('users'),
    appliedAt: instant.nullable(),
    undoneBy: oneOrNone('users'),
    undoneAt: instant.nullable(),
  },
  readOnly: [
    'rows',
    'state',
    'summary',
    'progress',
    'failure',
    'failureDetail',
    'createdBy',
    'createdAt',
    'plannedAt',
    'appliedBy',
    'appliedAt',
    'undoneBy',
    'undoneAt',
  ],
  createOnly: ['kind', 'customer', 'project', 'input', 'apply'],
  defaults: { project: null },
  filters: { customer: z.string(), state: changeSetState, kind: kindList, createdBy: z.string().max(254) },
  sorts: ['createdAt'],
  includes: ['createdBy', 'appliedBy', 'undoneBy'],
})

export type ChangeSet = Entity<typeof changeSets>

/** The bulk changes that owners and administrators of a project may make. */
export const projectChangeKinds: readonly ChangeSetKind[] = ['roles', 'invitations']

/**
 * Whether the actor may create a change set: administrators of the customer, and, for the members of a project, anybody signed in as far as
 * they manage them.
 */
export const mayCreateChangeSet = (
  actor: Actor,
  { customer, kind, project }: Pick<ChangeSet, 'customer' | 'kind' | 'project'>,
): boolean =>
  administers(actor, customer) || (isFullUser(actor) && project !== null && projectChangeKinds.includes(kind))

/** Only a planned change set can be applied. */
export const mayApply = ({ state }: Pick<ChangeSet, 'state'>): boolean => state === 'planned'

/** Only an applied change set can be undone. */
export const mayUndo = ({ state }: Pick<ChangeSet, 'state'>): boolean => state === 'applied'

/** True while a job is running: poll, or wait for the event. */
export const isRunning = ({ state }: Pick<ChangeSet, 'state'>): boolean =>
  state === 'planning' || state === 'applying' || state === 'undoing'

/** Maximum number of rows of a page. */
export const maxRowPageSize = 1_000

const parameters = z.object({ id: z.string() })

/**
 * The rows of a change set by number: `page[after]` is the number of the previous row, so that a preview can start anywhere.
 * `filter[touched]=true` returns those that an undo would skip.
 */
export const listChangeSetRows = call({
  method: 'GET',
  path: '/mgw/api/v3/change-sets/{id}/rows',
  summary: 'What a change set changes, row by row',
  parameters,
  query: z.strictObject({
    'page[size]': z.coerce.number().int().min(1).max(maxRowPageSize).default(200),
    'page[after]': integerParameter(0).default(0),
    'filter[outcome]': rowOutcome.optional(),
    /** Full-text filter on people, groups, projects, files and conflicts. */
    'filter[q]': z.string().trim().min(1).max(200).optional(),
    /** Steps of an import by type. */
    'filter[type]': importType.optional(),
    'filter[touched]': z.literal('true').optional(),
    /** Rows about one person (email) or one project. */
    'filter[user]': z.string().max(254).optional(),
    'filter[project]': z.string().max(100).optional(),
    /** The row about a record other than a membership, by the record's id. */
    'filter[record]': z.string().max(100).optional(),
  }),
  answer: z.object({
    jsonapi: z.object({ version: z.literal('1.1') }),
    data: z.array(z.object({ type: z.literal('change-set-rows'), id: z.string(), attributes: changeSetRow })),
    links: z.object({ self: z.string(), next: z.string().optional() }),
    meta: z.object({ page: z.object({ total: z.int() }) }),
  }),
  mediaType: jsonApiMediaType,
  problems: ['notFound'],
})

/** The status of a change set after a requested step. */
export const changeSetStatus = changeSets.fields.pick({
  state: true,
  summary: true,
  progress: true,
  failure: true,
  failureDetail: true,
})

export type ChangeSetStatus = z.output<typeof changeSetStatus>

/**
 * Applies a planned change set, all or nothing. Idempotent: a repeated request returns the status. 412 `stale` when a row has changed
 * since; 409 `conflict` for one that is not planned (`meta.state`).
 */
export const applyChangeSet = call({
  method: 'POST',
  path: '/mgw/api/v3/change-sets/{id}/apply',
  summary: 'Apply a planned change set',
  parameters,
  answer: changeSetStatus,
  status: 202,
  problems: ['notFound', 'conflict', 'stale', 'tooManyRequests'],
})

/**
 * Cancels a step that waits for a job. An apply or undo that has not started returns to `planned` or `applied`; planning ends as `failed`
 * with `failure` `cancelled`. Nothing was changed. Idempotent. 409 `conflict` once it is being applied or undone, and in any other state
 * (`meta.state`).
 */
export const cancelChangeSet = call({
  method: 'POST',
  path: '/mgw/api/v3/change-sets/{id}/cancel',
  summary: 'Cancel a step of a change set that a job is to do',
  parameters,
  answer: changeSetStatus,
  problems: ['notFound', 'conflict'],
})

/** Preview of an undo: the number of rows it would restore, and of those changed since, which it would skip. */
export const previewUndo = call({
  method: 'GET',
  path: '/mgw/api/v3/change-sets/{id}/undo',
  summary: 'How much of an applied change set can be undone',
  parameters,
  answer: z.object({ undoes: count, remains: count }),
  problems: ['notFound', 'conflict'],
})

/**
 * Restores all rows. If somebody has changed rows since, that is 409 `changedSince` (`meta.undoes`, `meta.remains`) unless `partial` allows
 * skipping those.
 */
export const undoChangeSet = call({
  method: 'POST',
  path: '/mgw/api/v3/change-sets/{id}/undo',
  summary: 'Undo an applied change set',
  parameters,
  body: z.strictObject({ partial: z.boolean().default(false) }),
  answer: changeSetStatus,
  status: 202,
  problems: ['notFound', 'conflict', 'changedSince', 'cardFull', 'forbidden', 'stepUpRequired'],
})
