/** Runs the callback once its form may be left: at once without unsaved changes, otherwise after a confirmation. */
type LeaveGuard = (then: () => void) => void

const leaveGuards = new Set<LeaveGuard>()

/** Registers the leave guard of a form; returns the function that removes it. */
export function registerLeaveGuard(leave: LeaveGuard): () => void {
  leaveGuards.add(leave)
  return () => void leaveGuards.delete(leave)
}

/** For actions that remove the forms of a screen without a navigation, such as choosing another customer: passes every guard first. */
export const leaveForms = (then: () => void): void =>
  [...leaveGuards].reduceRight<() => void>((next, leave) => () => leave(next), then)()
