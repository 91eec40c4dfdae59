/** The state of a project's trial. */
export type Trial = { isOver: true } | { isOver: false; daysLeft: number }

const dayMs = 24 * 3600 * 1_000

/** A started day counts as one: the last day shows "1 day left" until the trial is over. */
export function trialOf(endsAt: string, now: Date): Trial {
  const left = Date.parse(endsAt) - now.getTime()
  return left <= 0 ? { isOver: true } : { isOver: false, daysLeft: Math.ceil(left / dayMs) }
}
