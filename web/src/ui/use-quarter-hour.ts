import { useSyncExternalStore } from 'react'

const quarterMs = 900_000

/** Start of the current quarter of an hour in UTC, in epoch ms. Days of every time zone begin at such a time. */
const currentQuarter = (): number => Date.now() - (Date.now() % quarterMs)

/** Calls back when a quarter of an hour begins while the page is visible; returns the function that stops it. */
export function watchQuarterHours(onBegin: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function schedule() {
    clearTimeout(timer)
    if (document.visibilityState !== 'visible') return
    timer = setTimeout(begin, currentQuarter() + quarterMs - Date.now())
  }
  function begin() {
    schedule()
    onBegin()
  }
  schedule()
  document.addEventListener('visibilitychange', schedule)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', schedule)
  }
}

/** Also notices what has begun while the page was hidden. */
function watchShownQuarter(onChange: () => void): () => void {
  const stop = watchQuarterHours(onChange)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', onChange)
  }
}

/** The start of the current quarter of an hour, in epoch ms: it renders again what depends on the date. */
export const useQuarterHour = (): number => useSyncExternalStore(watchShownQuarter, currentQuarter, currentQuarter)
