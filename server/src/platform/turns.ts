import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@lintel/contract/problems'
import { sql } from 'kysely'
import type { Transaction } from './database'
import { WorkGate } from './work-gate'

/** How long a change pauses between two tries, in milliseconds. */
const pauseMs = 100

/** Changes that wait for the same turn in this process; one more is turned away at once. */
const mostWaiting = 100

/** It is another transaction's turn. */
class NotTheirTurn extends Error {
  override readonly name = 'NotTheirTurn'

  constructor(readonly turn: string) {
    super(`Another transaction is at ${turn}`)
  }
}

const key = (turn: string) => sql`hashtextextended(${turn}, 0)`

/**
 * Takes a turn for this transaction until it ends; taken already, nothing more happens. Where it is another one's, the change is broken off
 * and run again when its turn comes (`runChange`), so that nobody keeps a connection from others while they wait. What a change does
 * before it has its turn is done through its transaction alone.
 */
export async function takeTurn(db: Transaction, turn: string): Promise<void> {
  const { rows } = await sql<{
    isTheirs: boolean
  }>`select pg_try_advisory_xact_lock(${key(turn)}) as "isTheirs"`.execute(db)
  if (!rows[0]?.isTheirs) throw new NotTheirTurn(turn)
}

/** The same for a job, of which there are few: waits with its connection, and comes before those that try. */
export const waitForTurn = (db: Transaction, turn: string) =>
  sql`select pg_advisory_xact_lock(${key(turn)})`.execute(db)

/** Those who wait for a turn, one after the other, and how many there are. */
const waiting = new Map<string, { gate: WorkGate; waits: number }>()

/**
 * Runs what takes turns, again until they come. Throws 503 `overloaded` when that takes too long (`patienceMs`, in milliseconds), or too
 * many wait.
 */
export async function inTurn<T>(run: () => Promise<T>, patienceMs = 10_000): Promise<T> {
  const until = performance.now() + patienceMs
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof NotTheirTurn)) throw error
    return afterOthers(error.turn, patienceMs, () => runUntil(until, run))
  }
}

async function afterOthers<T>(turn: string, waitMs: number, run: () => Promise<T>): Promise<T> {
  const line = waiting.get(turn) ?? {
    gate: new WorkGate({ running: 1, waiting: mostWaiting, waitMs }),
    waits: 0,
  }
  waiting.set(turn, line)
  line.waits++
  try {
    return await line.gate.run(run)
  } finally {
    line.waits--
    if (line.waits === 0) waiting.delete(turn)
  }
}

async function runUntil<T>(until: number, run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof NotTheirTurn)) throw error
      if (performance.now() > until) throw new Problem('overloaded', { retryAfter: 5 })
    }
    await pause(pauseMs)
  }
}
