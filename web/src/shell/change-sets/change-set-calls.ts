import { type JsonApiDocument, jsonApiMediaType, toRecord, toRequest } from '@lintel/contract/jsonapi/document'
import { address } from '@lintel/contract/jsonapi/query'
import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import {
  applyChangeSet,
  type ChangeSet,
  type ChangeSetRow,
  type ChangeSetState,
  cancelChangeSet,
  changeSets,
  isRunning,
  listChangeSetRows,
  previewUndo,
  type rowOutcome,
  undoChangeSet,
} from '@lintel/contract/people/change-sets'
import { isTemporaryFailure } from '../../api/availability'
import { callApi } from '../../api/call-api'
import { CallFailure, failedWith } from '../../api/failure'
import { retryUntilAvailable } from '../../api/retry-until-available'
import { send } from '../../api/send'

/** A bulk change to plan: its kind and the input it is planned from. */
export interface ChangeSetRequest {
  kind: ChangeSetKind
  customer: string
  /** The project, if its owner or administrator requests it; undefined for administrators of the customer. */
  project?: string
  input: unknown
  /** Applied in the same request if no row conflicts. */
  apply?: 'whenClean'
}

/** Outcome of a row. */
export type Outcome = (typeof rowOutcome)['options'][number]

/** Filters rows by outcome, or to those that were changed by others since they were applied. */
export type RowFilter = Outcome | 'touched'

/** A page of rows. */
export interface RowPage {
  rows: ChangeSetRow[]
  total: number
  /** Row number to continue after; undefined on the last page. */
  next: number | undefined
}

/** Page size of rows. */
const pageRows = 500
/** Polling interval while the server works on a change set, in ms. */
const pollMs = 400
/** Maximum attempts to send a step whose answers are lost and which the server has not begun. */
const maxAttempts = 3

/** Has a change set planned by the server. Idempotent by key. */
export async function planChangeSet(request: ChangeSetRequest, idempotencyKey: string): Promise<ChangeSet> {
  const answer = await send({
    method: 'POST',
    address: changeSets.path,
    body: toRequest(changeSets, { ...request }),
    mediaType: jsonApiMediaType,
    idempotencyKey,
  })
  return parseChangeSet(answer)
}

/** Reads the current state of a change set. */
export const readChangeSet = async (id: string): Promise<ChangeSet> =>
  parseChangeSet(await send({ method: 'GET', address: address(changeSets, id), mediaType: jsonApiMediaType }))

function parseChangeSet(answer: unknown): ChangeSet {
  const { data } = answer as JsonApiDocument
  if (!data || Array.isArray(data)) throw new TypeError('The answer carries no change set')
  // The server's tests validate this shape against the same declaration.
  return toRecord(data) as unknown as ChangeSet
}

/** Resolves when the server has finished working on the change set; reports its progress meanwhile. */
export async function waitUntilSettled(set: ChangeSet, onProgress: (now: ChangeSet) => void): Promise<ChangeSet> {
  let now = set
  while (isRunning(now)) {
    onProgress(now)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    now = await readUntilAnswered(set.id)
  }
  return now
}

const readUntilAnswered = (id: string): Promise<ChangeSet> => retryUntilAvailable(() => readChangeSet(id), pollMs)

/**
 * Sends a step of a change set and returns the resulting change set. If the answer is lost, polls for the outcome
 * however long that takes, and sends it again if the server has not begun it, which is idempotent. `onLost` is called
 * when the outcome is uncertain.
 */
async function sendStep(
  id: string,
  {
    from,
    send: sendOnce,
    onLost,
  }: { from: ChangeSetState; send(): Promise<ChangeSet>; onLost?: (() => void) | undefined },
): Promise<ChangeSet> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce()
    } catch (error) {
      if (!isTemporaryFailure(error)) throw error
      onLost?.()
      const now = await readUntilAnswered(id)
      if (now.state !== from) return now
      if (error instanceof CallFailure || attempt === maxAttempts) throw error
    }
  }
}

/**
 * Applies a planned change set. Fails like `callApi`, with `stale` if data has changed since: then nothing was changed.
 * `onLost` is called when the answer is lost and the outcome is being read.
 */
export async function applyPlan(
  set: ChangeSet,
  onProgress: (now: ChangeSet) => void,
  onLost?: () => void,
): Promise<ChangeSet> {
  const sendOnce = async () => ({ ...set, ...(await callApi(applyChangeSet, { parameters: { id: set.id } })) })
  return waitUntilSettled(await sendStep(set.id, { from: 'planned', send: sendOnce, onLost }), onProgress)
}

/** Cancels the pending planning, applying or undoing. False if the server has begun. Fails like `callApi`. */
export async function cancelStep(id: string): Promise<boolean> {
  try {
    await callApi(cancelChangeSet, { parameters: { id } })
    return true
  } catch (error) {
    if (failedWith(error, 'conflict')) return false
    throw error
  }
}

/** Preview of an undo: how many rows it would restore and how many would remain. */
export const fetchUndoPreview = (id: string) => callApi(previewUndo, { parameters: { id } })

/** Undoes a change set; rows changed by others since remain only with `partial` (else it fails with `changedSince`). */
export async function sendUndo(id: string, partial: boolean, onProgress: (now: ChangeSet) => void): Promise<ChangeSet> {
  const sendOnce = async () => {
    await callApi(undoChangeSet, { parameters: { id }, body: { partial } })
    return readUntilAnswered(id)
  }
  return waitUntilSettled(await sendStep(id, { from: 'applied', send: sendOnce }), onProgress)
}

/** Further filters of rows beside their outcome. */
export interface RowCriteria {
  /** Text contained in the names of the row's objects. */
  text?: string
  /** The type of an import's steps. */
  type?: string
}

/** Reads a page of rows after a row number. */
export async function readRows(
  id: string,
  shown: RowFilter | undefined,
  after: number,
  { text, type }: RowCriteria = {},
): Promise<RowPage> {
  const { data, links, meta } = await callApi(listChangeSetRows, {
    parameters: { id },
    query: {
      'page[size]': String(pageRows),
      'page[after]': String(after),
      ...(shown === 'touched' ? { 'filter[touched]': 'true' } : { 'filter[outcome]': shown }),
      'filter[q]': text || undefined,
      'filter[type]': type || undefined,
    },
  })
  const rows = data.map(({ attributes }) => attributes)
  return { rows, total: meta.page.total, next: links.next === undefined ? undefined : rows.at(-1)?.number }
}

/** Reads all rows, page by page. */
export async function readAllRows(id: string, shown: RowFilter | undefined): Promise<ChangeSetRow[]> {
  const rows: ChangeSetRow[] = []
  let after: number | undefined = 0
  while (after !== undefined) {
    const page: RowPage = await readRows(id, shown, after)
    rows.push(...page.rows)
    after = page.next
  }
  return rows
}
