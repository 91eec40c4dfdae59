import { useEffect } from 'react'

/** Keeps the screen from going to sleep while the page is drawn and in view, where the browser can. */
export function useWakeLock(): void {
  // The screen belongs to the system, which takes the lock back whenever the page goes out of view.
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isLeft = false
    async function hold() {
      if (document.visibilityState !== 'visible') return
      // A system that saves power refuses; the wall is shown all the same.
      const held = await navigator.wakeLock?.request('screen').catch(() => undefined)
      if (isLeft) void held?.release()
      else lock = held
    }
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
