import { observable } from '../ui/observable'

const pendingCount = observable(0)

/** Whether requested code is still loading. */
export const isWaiting = (): boolean => pendingCount.value() > 0

/** Calls back when that changes; returns the unsubscribe function. */
export const watchWaiting = pendingCount.watch

/** Shows the loading bar until the promise settles; returns the promise. */
export function trackWaiting<Result>(promise: Promise<Result>): Promise<Result> {
  pendingCount.set(pendingCount.value() + 1)
  return promise.finally(() => pendingCount.set(pendingCount.value() - 1))
}
