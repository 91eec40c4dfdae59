import { observable } from '../ui/observable'

const changes = observable(0)

/** The number of sign-ins, renewals and proofs of identity in this window: what was refused before one may be accepted after it. */
export const sessionChanges = changes.value

/** Calls back after each of them; returns the unsubscribe function. */
export const watchSessionChanges = changes.watch

/** Called by the application, as calls do not know the session. */
export const recordSessionChange = (): void => changes.set(changes.value() + 1)
