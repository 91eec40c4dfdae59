import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'
import { type Entity, one, oneOrNone, resource } from '../jsonapi/resource'
import { importType } from './ad-import-step'
import { failureDetail } from './archive-refusals'
import { type ChangeSetKind, changeSetKinds } from './change-set-inputs'
import { type Actor, administers, isNoGuest } from './permissions'
import { rowConflict } from './row-conflicts'

/** From here on a change set is planned and applied by a job; below, within the request. */
export const atOnceRows = 10_000

/** Most rows of a change set that is planned and applied in one request (`apply: "whenClean"`). */
export const mostWhenClean = 200

/**
 * Where a change set stands (contract §3). `stale`: what it was to change was changed by somebody else since it was planned;
 * nothing was applied. `failed`: it could not be planned, applied or undone; nothing was changed by it.
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

/** What becomes of a row: a change, nothing (it is so already), or nothing because something stands against it. */
export const rowOutcome = z.enum(['change', 'same', 'conflict'])

const count = z.int().min(0)

/** Counts of a change set's rows. */
export const changeSetSummary = z.object({
  total: count,
  change: count,
  same: count,
  conflict: count,
  /** How many different people and projects the changes touch. */
  people: count,
  projects: count,
  /** How many rows each conflict has. */
  conflicts: z.partialRecord(rowConflict, count),
  /** Once it is undone: rows that were put back, and those that somebody had touched since. */
  undone: count,
  remaining: count,
  /** Of an import: the memberships that it removes, and how many the customer has. */
  removal: z.object({ removed: count, of: count }).optional(),
  /** Of an import: how many rows each type of step and each action has, as `adImportStep` tells them. */
  actions: z.array(z.object({ type: z.string(), action: z.string(), count })).optional(),
  /** Of an import: whoever it gives their first access is invited. */
  invite: z.boolean().optional(),
  /** Of an import: the domain of the people whom it may touch. */
  domain: z.string().optional(),
})

export type ChangeSetSummary = z.output<typeof changeSetSummary>

/** What a row is about. Of what could not be found, only what was given is known. */
const rowObject = z.object({
  /** The person's email and name. */
  user: z.string().optional(),
  name: z.string().optional(),
  /** The project's id and name. */
  project: z.string().optional(),
  projectName: z.string().optional(),
  /** A group of the directory. */
  group: z.string().optional(),
  /** Something else that the kind is about (an organization). */
  type: z.string().optional(),
  id: z.string().optional(),
  /** The row's own words, where they could not all be understood. */
  given: z.record(z.string(), z.string()).optional(),
})

/** One row of a plan. `before` and `after` are null where there is nothing: no membership, no organization. */
export const changeSetRow = z.object({
  /** Its place from 1: the line of a file, the place among the cells. */
  number: z.int(),
  outcome: rowOutcome,
  object: rowObject,
  /** Of a membership: `{ privilegeLevel, accessUntil }`, and its `providers` where the row says something about them. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /**
   * Where the row comes from: the line of a file (of an archive, which one), the group that gives an access, the person whose access is copied; null for a cell that was chosen. A line that
   * is a conflict names the column that is refused and what stands there, as text of at most 80 characters.
   */
  why: z
    .object({
      file: z.string().optional(),
      line: z.int().optional(),
      group: z.string().optional(),
      column: z.string().optional(),
      value: z.string().optional(),
      copiedFrom: z.string().optional(),
    })
    .nullable(),
  conflict: rowConflict.nullable(),
  /** The membership that the row is about, as it is now, with the level that a directory gave there; null where there is none. */
  member: z.object({ id: z.string(), version: z.int(), directoryLevel: z.int().optional() }).nullable(),
  /** After an undo: somebody had touched it since, so it was left. */
  remains: z.boolean(),
})

export type ChangeSetRow = z.output<typeof changeSetRow>

const anyKind = changeSetKinds.join('|')

/** A filter value that is one kind, or several with commas between: change sets of any of them. */
const severalKinds = z
  .string()
  .regex(new RegExp(`^(${anyKind})(,(${anyKind}))*$`), 'invalid')
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(changeSetKinds)))

/** Rows that are done, and in all, of what it is at. */
export const changeSetProgress = z.object({ done: count, total: count })

/**
 * A bulk act: planned, previewed row by row, applied all or nothing as one audited step, undone. Made by posting `kind`,
 * `customer` and `input` (change-set-inputs); up to 12 MiB. A creation may carry an `Idempotency-Key`.
 *
 * With `apply: "whenClean"` it is planned and applied in one request, in one transaction, when no row is a conflict and there are
 * at most {@link mostWhenClean}: its state is `applied` then. Otherwise it is `planned` as without, and nothing is applied. 412
 * `stale` when somebody changed a row at that very moment.
 */
export const changeSets = resource('change-sets', {
  fields: {
    kind: z.enum(changeSetKinds),
    customer: one('customers'),
    /**
     * The project that it is all about: its owner and its administrators make those of {@link projectChangeKinds} as well, with the
     * levels that are theirs to give, and see, apply and undo their own. Null for those of the customer's administrators.
     */
    project: oneOrNone('projects'),
    /** By kind; never read again. */
    input: z.unknown().optional(),
    /** Never read again. */
    apply: z.literal('whenClean').optional(),
    /** All rows, in the answer to a creation with `apply`; nowhere else. */
    rows: z.array(changeSetRow).optional(),
    state: changeSetState,
    summary: changeSetSummary,
    progress: changeSetProgress,
    /** Why it failed: a problem's code, or `cancelled`. */
    failure: z.string().nullable(),
    /** What that was about, where the problem said it: the entry of an archive, the limit that is exceeded. */
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
  filters: { customer: z.string(), state: changeSetState, kind: severalKinds },
  sorts: ['createdAt'],
  includes: ['createdBy', 'appliedBy', 'undoneBy'],
})

export type ChangeSet = Entity<typeof changeSets>

/** What owners and administrators of a project change of its members in bulk. */
export const projectChangeKinds: readonly ChangeSetKind[] = ['roles', 'invitations']

/** Who makes a change set: administrators of the customer, and of a project's members whoever is signed in, as far as they manage them. */
export const mayMakeChangeSet = (
  actor: Actor,
  { customer, kind, project }: Pick<ChangeSet, 'customer' | 'kind' | 'project'>,
): boolean =>
  administers(actor, customer) || (isNoGuest(actor) && project !== null && projectChangeKinds.includes(kind))

/** A planned change set is applied; one that is being applied or was applied stays so. */
export const mayApply = ({ state }: Pick<ChangeSet, 'state'>): boolean => state === 'planned'

/** Only what was applied can be undone. */
export const mayUndo = ({ state }: Pick<ChangeSet, 'state'>): boolean => state === 'applied'

/** It is at work: ask again, or wait for the event. */
export const isAtWork = ({ state }: Pick<ChangeSet, 'state'>): boolean =>
  state === 'planning' || state === 'applying' || state === 'undoing'

/** Most rows of one page, and how many there are when nobody says. */
export const largestRowPage = 1_000

const parameters = z.object({ id: z.string() })

/**
 * The rows of a change set, by their number: `page[after]` is the number of the row before, so that a preview can begin anywhere.
 * `filter[touched]=true` has those that an undo would leave.
 */
export const listChangeSetRows = call({
  method: 'GET',
  path: '/mgw/api/v3/change-sets/{id}/rows',
  summary: 'What a change set changes, row by row',
  parameters,
  query: z.strictObject({
    'page[size]': z.coerce.number().int().min(1).max(largestRowPage).default(200),
    'page[after]': z.coerce.number().int().min(0).max(2_147_483_647).default(0),
    'filter[outcome]': rowOutcome.optional(),
    /** Rows that name a person, a group, a project, a file or what stands against them with these letters. */
    'filter[q]': z.string().trim().min(1).max(200).optional(),
    /** Steps of an import, by their type. */
    'filter[type]': importType.optional(),
    'filter[touched]': z.literal('true').optional(),
    /** Rows about one person (email) or one project: what a change set was for them. */
    'filter[user]': z.string().max(254).optional(),
    'filter[project]': z.string().max(100).optional(),
    /** The row about a record that is no membership, by the record's id. */
    'filter[record]': z.string().max(100).optional(),
  }),
  answer: z.object({
    jsonapi: z.object({ version: z.literal('1.1') }),
    data: z.array(z.object({ type: z.literal('change-set-rows'), id: z.string(), attributes: changeSetRow })),
    links: z.object({ self: z.string(), next: z.string().optional() }),
    meta: z.object({ page: z.object({ total: z.int() }) }),
  }),
  problems: ['notFound'],
})

/** How a change set stands after a step was asked for. */
export const changeSetStanding = changeSets.fields.pick({
  state: true,
  summary: true,
  progress: true,
  failure: true,
  failureDetail: true,
})

export type ChangeSetStanding = z.output<typeof changeSetStanding>

/**
 * Applies what was planned, all of it or nothing. Asked again, it answers how that stands. 412 `stale` when a cell was
 * changed since; 409 `conflict` for one that is not planned (`meta.state`).
 */
export const applyChangeSet = call({
  method: 'POST',
  path: '/mgw/api/v3/change-sets/{id}/apply',
  summary: 'Apply a planned change set',
  parameters,
  answer: changeSetStanding,
  status: 202,
  problems: ['notFound', 'conflict', 'stale', 'tooManyRequests'],
})

/**
 * Withdraws a step that a job is to do. What was to be applied or undone and has not begun is planned or applied again; what is being
 * planned is `failed` with `failure` `cancelled`. Nothing was changed. Asked again of one that is planned or was cancelled, nothing more
 * happens. 409 `conflict` once it is being applied or undone, and for any other state (`meta.state`).
 */
export const cancelChangeSet = call({
  method: 'POST',
  path: '/mgw/api/v3/change-sets/{id}/cancel',
  summary: 'Cancel a step of a change set that a job is to do',
  parameters,
  answer: changeSetStanding,
  problems: ['notFound', 'conflict'],
})

/** What an undo would do now: rows that it puts back, and rows that somebody has touched since, which it leaves. */
export const previewUndo = call({
  method: 'GET',
  path: '/mgw/api/v3/change-sets/{id}/undo',
  summary: 'How much of an applied change set can be undone',
  parameters,
  answer: z.object({ undoes: count, remains: count }),
  problems: ['notFound', 'conflict'],
})

/**
 * Puts everything back. Where somebody has touched rows since, that is 409 `changedSince` (`meta.undoes`, `meta.remains`) unless
 * `partial` says that those may stay.
 */
export const undoChangeSet = call({
  method: 'POST',
  path: '/mgw/api/v3/change-sets/{id}/undo',
  summary: 'Undo an applied change set',
  parameters,
  body: z.strictObject({ partial: z.boolean().default(false) }),
  answer: changeSetStanding,
  status: 202,
  problems: ['notFound', 'conflict', 'changedSince'],
})
