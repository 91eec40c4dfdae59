import { observed } from '../ui/observed'

const waits = observed(0)

/** Whether somebody who has asked for something waits for its code. */
export const isWaiting = (): boolean => waits.value() > 0

/** Calls back when waiting begins or ends; gives the way to stop. */
export const watchWaiting = waits.watch

/** Shows that something is waited for until it has come or failed (see `waiting-line`); gives it as it is. */
export function waitingFor<Result>(coming: Promise<Result>): Promise<Result> {
  waits.set(waits.value() + 1)
  return coming.finally(() => waits.set(waits.value() - 1))
}
