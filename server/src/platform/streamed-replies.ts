import type { Readable } from 'node:stream'
import { type Actor, isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'

/** Milliseconds between two checks of who reads a stream. */
const checkMs = 5_000

/**
 * Ends a streamed reply within a few seconds when its reader's session ends, or when the reader loses a role that the stream was opened with
 * (security D5): a slow reader may take an hour. `authenticate` authenticates the request again and throws if that is refused; while it
 * cannot be asked, the stream goes on.
 */
export function endWithAccess(stream: Readable, opened: Actor, authenticate: () => Promise<Actor>): void {
  const timer = setInterval(async () => {
    try {
      if (hasLostRole(opened, await authenticate())) stream.destroy(new Problem('forbidden'))
    } catch (error) {
      if (error instanceof Problem && error.status < 500) stream.destroy(error)
    }
  }, checkMs).unref()
  stream.once('close', () => clearInterval(timer))
}

/** Whether an actor has lost a role that they had when the policy of their request was checked. */
export function hasLostRole(opened: Actor, current: Actor): boolean {
  if (!isSignedIn(opened)) return false
  if (!isSignedIn(current) || (opened.isStaff && !current.isStaff)) return true
  return (
    opened.administers.some((customer) => !current.administers.includes(customer)) ||
    opened.readsFor.some((customer) => !current.readsFor.includes(customer))
  )
}
