import type { ChangeTold } from '@lintel/contract/settings/events'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { grouped } from '../rows'

/** What is asked of an event of the trail. */
export interface TrailEvent {
  action: string
  customer: string | null
  result?: 'success' | 'failure'
  target?: { type: string; id: string }
  version?: number
}

/** What the trail keeps, but changes nothing that others are shown. */
const quiet = ['projects.open', 'projects.favourite']

/** What changes records of other types than its own, more of them than are named: while it happens, they are told by their type. */
const bulk = ['change-sets.apply', 'change-sets.undo']

/** What belongs to no customer, and is told to staff who follow the platform's own changes. */
const platformNouns = ['sso-providers']

/** What changes in any customer is told on the platform's own stream as well, if it is of these types: staff have a list of all of them. */
export const toldEverywhere = ['projects']

/** A change that touches more records of a type than this is told as one: "several of them". */
export const mostTold = 100

/**
 * Which audit events are told to whoever follows a customer, and as what: those that say what became of their target
 * (`user-organizations.update`). Nothing that is audited has to be told apart, so no change can forget it.
 */
export function toldOf(events: readonly TrailEvent[]): Map<TrailEvent, Pick<ChangeTold, 'id' | 'version'>> {
  const alike = grouped(events.filter(isTold), ({ customer, target }) => `${customer} ${target?.type}`)
  return new Map([...alike.values()].flatMap(together))
}

function together(events: readonly TrailEvent[]): [TrailEvent, Pick<ChangeTold, 'id' | 'version'>][] {
  const last = events.at(-1)
  if (events.length > mostTold && last) return [[last, { id: null, version: null }]]
  return events.map((event) => [event, { id: event.target?.id ?? null, version: event.version ?? null }])
}

const isTold = ({ action, target, customer, result }: TrailEvent): boolean =>
  (customer !== null || platformNouns.includes(target?.type ?? '')) &&
  result !== 'failure' &&
  isOfTarget(action, target?.type) &&
  !quiet.includes(action)

const isOfTarget = (action: string, type: string | undefined) => type !== undefined && action.startsWith(`${type}.`)

/** The same asked of an event that the trail keeps. */
export const wasTold: RawBuilder<SqlBool> = sql<SqlBool>`(
  event.result = 'success' and starts_with(event.action, event.target_type || '.')
  and event.action <> all(${quiet}::text[]))`

/** True for an event after which who missed it has to load again: what it says of its target is not all that changed. */
export const changedMore: RawBuilder<SqlBool> = sql<SqlBool>`(event.action = any(${bulk}::text[]))`
