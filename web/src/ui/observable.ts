/** A page-wide value for `useSyncExternalStore(it.watch, it.value)`. */
export interface Observable<Value> {
  value: () => Value
  /** Notifies the listeners if the value changed. */
  set: (next: Value) => void
  /** Calls back after each change; returns the unsubscribe function. */
  watch: (listener: () => void) => () => void
}

/** Creates an observable with an initial value. */
export function observable<Value>(value: Value): Observable<Value> {
  const listeners = new Set<() => void>()
  return {
    value: () => value,
    set(next) {
      if (next === value) return
      value = next
      // A copy, since listeners may unsubscribe while being called.
      for (const listener of [...listeners]) listener()
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
