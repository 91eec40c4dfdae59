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
  isAtWork,
  listChangeSetRows,
  previewUndo,
  type rowOutcome,
  undoChangeSet,
} from '@lintel/contract/people/change-sets'
import { ask } from '../../api/ask'
import { mayPass } from '../../api/away'
import { CallFailure, failedWith } from '../../api/failure'
import { send } from '../../api/send'
import { untilAnswered } from '../../api/until-answered'

/** A bulk act that is wanted: what kind, and what it is planned from. */
export interface WantedChangeSet {
  kind: ChangeSetKind
  customer: string
  /** The project whose owner or administrator makes it; left out where it is the customer's administrators'. */
  project?: string
  input: unknown
  /** Applied in the same request where nothing stands against any row of it. */
  apply?: 'whenClean'
}

/** The outcomes that a row can have, and all of them. */
export type Outcome = (typeof rowOutcome)['options'][number]

/** Which rows are looked at: those of an outcome, or those that somebody has touched since they were applied. */
export type RowsShown = Outcome | 'touched'

/** A piece of the rows, in their order. */
export interface RowPage {
  rows: ChangeSetRow[]
  total: number
  /** The number to go on from; undefined after the last. */
  next: number | undefined
}

/** Rows that are asked for at once. */
const pageRows = 500
/** Between two looks at one that is at work, in ms. */
const lookAgainMs = 400
/** How often a step is sent at most, when its answers are lost and it is seen not to have been taken. */
const mostAttempts = 3

/** Has a bulk act planned by the server. With the same key it is planned once, however often it is sent. */
export async function planChangeSet(wanted: WantedChangeSet, idempotencyKey: string): Promise<ChangeSet> {
  const answer = await send({
    method: 'POST',
    address: changeSets.path,
    body: toRequest(changeSets, { ...wanted }),
    mediaType: jsonApiMediaType,
    idempotencyKey,
  })
  return recordIn(answer)
}

/** How a change set stands now. */
export const readChangeSet = async (id: string): Promise<ChangeSet> =>
  recordIn(await send({ method: 'GET', address: address(changeSets, id), mediaType: jsonApiMediaType }))

function recordIn(answer: unknown): ChangeSet {
  const { data } = answer as JsonApiDocument
  if (!data || Array.isArray(data)) throw new TypeError('The answer carries no change set')
  // Our own server's answer: its shape is tested there against the same declaration.
  return toRecord(data) as unknown as ChangeSet
}

/** The change set once it is not at work any more; tells meanwhile how far it is. */
export async function settled(set: ChangeSet, onProgress: (now: ChangeSet) => void): Promise<ChangeSet> {
  let now = set
  while (isAtWork(now)) {
    onProgress(now)
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
    now = await readUntilAnswered(set.id)
  }
  return now
}

const readUntilAnswered = (id: string): Promise<ChangeSet> => untilAnswered(() => readChangeSet(id), lookAgainMs)

/**
 * Sends a step of a change set and gives how that stands afterwards. Where the answer is lost, what became of it is read, however
 * long that takes, and it is sent again if the server has not taken it: that is idempotent. `onLost` is told when it is uncertain.
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
      if (!mayPass(error)) throw error
      onLost?.()
      const now = await readUntilAnswered(id)
      if (now.state !== from) return now
      if (error instanceof CallFailure || attempt === mostAttempts) throw error
    }
  }
}

/**
 * Applies what was planned. Fails like `ask`, with `stale` when a cell was changed since: then nothing was changed. `onLost` is
 * told when the answer is lost, and what became of it is about to be read.
 */
export async function applyPlan(
  set: ChangeSet,
  onProgress: (now: ChangeSet) => void,
  onLost?: () => void,
): Promise<ChangeSet> {
  const sendOnce = async () => ({ ...set, ...(await ask(applyChangeSet, { parameters: { id: set.id } })) })
  return settled(await sendStep(set.id, { from: 'planned', send: sendOnce, onLost }), onProgress)
}

/** Takes back that it is to be planned, applied or undone. False when the server has begun. Fails like `ask`. */
export async function cancelStep(id: string): Promise<boolean> {
  try {
    await ask(cancelChangeSet, { parameters: { id } })
    return true
  } catch (error) {
    if (failedWith(error, 'conflict')) return false
    throw error
  }
}

/** What an undo would put back now, and what it would leave. */
export const undoable = (id: string) => ask(previewUndo, { parameters: { id } })

/** Puts everything back; what was touched since may stay only with `partial` (else `changedSince`). */
export async function undoPlan(id: string, partial: boolean, onProgress: (now: ChangeSet) => void): Promise<ChangeSet> {
  const sendOnce = async () => {
    await ask(undoChangeSet, { parameters: { id }, body: { partial } })
    return readUntilAnswered(id)
  }
  return settled(await sendStep(id, { from: 'applied', send: sendOnce }), onProgress)
}

/** What the rows of a change set are narrowed to beside their outcome. */
export interface RowsNarrowed {
  /** What they name, or a part of it. */
  text?: string
  /** The type of an import's steps. */
  type?: string
}

/** The rows after a number, all of them or some. */
export async function readRows(
  id: string,
  shown: RowsShown | undefined,
  after: number,
  { text, type }: RowsNarrowed = {},
): Promise<RowPage> {
  const { data, links, meta } = await ask(listChangeSetRows, {
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
