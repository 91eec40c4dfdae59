import { useEffect, useEffectEvent } from 'react'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Timeout in milliseconds of the request that checks the page before a reload. */
const pageTimeoutMs = 30_000

/** Whether the server answers with this page: in front of a stopped server, a proxy answers with an error. */
async function isPageServed(): Promise<boolean> {
  try {
    const answer = await fetch(location.pathname, {
      cache: 'no-store',
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(pageTimeoutMs),
    })
    await answer.text()
    return answer.ok && answer.headers.get('content-type')?.startsWith('text/html') === true
  } catch {
    return false
  }
}

/**
 * Reloads the page once a day, so that unattended screens get newer builds: only if the wall was refreshed by its last poll and the page is
 * served, otherwise an hour later. An error page would stay, since nobody is there to reload it.
 */
export function useDailyReload(isRefreshed: boolean): void {
  const isDue = useEffectEvent(() => isRefreshed && performance.now() >= dayMs)
  // A browser timer measures the day.
  useEffect(() => {
    let isLeft = false
    const timer = setInterval(async () => {
      if (isDue() && (await isPageServed()) && !isLeft) location.reload()
    }, hourMs)
    return () => {
      isLeft = true
      clearInterval(timer)
    }
  }, [])
}
