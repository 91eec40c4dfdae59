import { useSyncExternalStore } from 'react'

function watch(onChange: () => void): () => void {
  addEventListener('resize', onChange)
  return () => removeEventListener('resize', onChange)
}

/** The size of the window in CSS pixels, updated on resize. */
export const useWindowSize = (): { width: number; height: number } => ({
  width: useSyncExternalStore(watch, () => innerWidth),
  height: useSyncExternalStore(watch, () => innerHeight),
})
