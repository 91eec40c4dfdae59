import { useSyncExternalStore } from 'react'
import { type ScreenClass, screenClass } from './screen-class'

const currentScreenClass = (): ScreenClass => screenClass((query) => matchMedia(query).matches)

function watch(listener: () => void) {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** The current class of the screen; updates when the window is resized. */
export const useScreenClass = (): ScreenClass => useSyncExternalStore(watch, currentScreenClass)
