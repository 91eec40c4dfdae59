import { observed } from '../ui/observed'

const warnedUntil = observed<number | undefined>(undefined)

/** Warns of a session that ends at a moment, in epoch ms, or of none any more. */
export const warn = warnedUntil.set

/** When the session ends of which a person is being warned, in epoch ms; undefined while there is nothing to warn of. */
export const idleWarning = warnedUntil.value

/** Calls back when a warning comes or goes; gives the way to stop. */
export const watchIdleWarning = warnedUntil.watch
