import { useSyncExternalStore } from 'react'
import { type ScreenClass, screenClass } from './screen-class'

/** The class of the screen as it is now. */
const currentScreenClass = (): ScreenClass => screenClass((query) => matchMedia(query).matches)

function watch(listener: () => void) {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** The class of the screen as it is now; changes when the window does. */
export const useScreenClass = (): ScreenClass => useSyncExternalStore(watch, currentScreenClass)
