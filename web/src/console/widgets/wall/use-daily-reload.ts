import { useEffect } from 'react'
import { isConnected } from '../../../api/connection'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Loads the page anew once a day, when its server is there: so a screen that nobody touches comes to newer builds. */
export function useDailyReload(): void {
  // The browser's clock says when a day is over.
  useEffect(() => {
    const timer = setInterval(() => {
      if (performance.now() >= dayMs && isConnected()) location.reload()
    }, hourMs)
    return () => clearInterval(timer)
  }, [])
}
