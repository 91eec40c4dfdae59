import { observable } from '../ui/observable'

const warnedUntil = observable<number | undefined>(undefined)

/** Sets when the session will end, in epoch ms; undefined removes the warning. */
export const setIdleWarning = warnedUntil.set

/** When the session ends that the warning announces, in epoch ms; undefined without a warning. */
export const idleWarning = warnedUntil.value

/** Subscribes to changes of the warning; returns the function that unsubscribes. */
export const watchIdleWarning = warnedUntil.watch
