/** A value of the whole page that screens follow, by `useSyncExternalStore(it.watch, it.value)`. */
export interface Observed<Value> {
  value: () => Value
  /** Whoever watches is called, unless it is what it was. */
  set: (next: Value) => void
  /** Calls back after each change; gives the way to stop. */
  watch: (listener: () => void) => () => void
}

/** Holds a value that begins as `value`. */
export function observed<Value>(value: Value): Observed<Value> {
  const listeners = new Set<() => void>()
  return {
    value: () => value,
    set(next) {
      if (next === value) return
      value = next
      // Whoever is called may stop watching.
      for (const listener of [...listeners]) listener()
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
