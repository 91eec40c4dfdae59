/** When a project was last opened, as it is told: by day for the last two, by date before that. */
export type LastOpened = { on: 'today' } | { on: 'yesterday' } | { on: 'date'; date: Date; isThisYear: boolean }

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate())

/** Tells an instant in the reader's own days; `now` is the reader's clock. An instant in the future is today. */
export function lastOpened(instant: string, now: Date): LastOpened {
  const date = new Date(instant)
  const today = startOfDay(now)
  if (date >= today) return { on: 'today' }
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  if (date >= yesterday) return { on: 'yesterday' }
  return { on: 'date', date, isThisYear: date.getFullYear() === now.getFullYear() }
}
