import { useEffect } from 'react'

/** Keeps the screen awake while the page is visible, where the browser supports it. */
export function useWakeLock(): void {
  // The system releases the lock whenever the page is hidden.
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isLeft = false
    async function acquire() {
      if (document.visibilityState !== 'visible') return
      // The request is rejected in power-saving mode; the wall is shown anyway.
      const sentinel = await navigator.wakeLock?.request('screen').catch(() => undefined)
      if (isLeft) void sentinel?.release()
      else lock = sentinel
    }
    void acquire()
    document.addEventListener('visibilitychange', acquire)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', acquire)
      void lock?.release()
    }
  }, [])
}
