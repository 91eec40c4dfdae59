import { useEffect } from 'react'
import { isConnected } from '../../../api/connection'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Reloads the page once a day if the server is reachable, so that unattended screens get newer builds. */
export function useDailyReload(): void {
  // A browser timer measures the day.
  useEffect(() => {
    const timer = setInterval(() => {
      if (performance.now() >= dayMs && isConnected()) location.reload()
    }, hourMs)
    return () => clearInterval(timer)
  }, [])
}
