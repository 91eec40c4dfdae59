import { deepEqual } from '@tanstack/react-router'
import type { Place } from './use-leave-guard'

/** For forms that stay: whether a navigation changes nothing but these parameters of the address. */
export const changesOnly =
  (...parameters: readonly string[]) =>
  (current: Place, next: Place): boolean => {
    const others = ({ search }: Place) =>
      Object.fromEntries(Object.entries(search).filter(([name]) => !parameters.includes(name)))
    return current.pathname === next.pathname && deepEqual(others(current), others(next))
  }
