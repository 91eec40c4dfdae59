import { useRouter } from '@tanstack/react-router'
import { useIsLeft } from '../../api/form/use-is-left'
import { searchWord } from '../../session/search-word'

/**
 * Gives a function that says whether the person still looks at that import (undefined: at the form), by which an answer that comes late
 * knows where it is told.
 */
export function useIsHere(): (plan: string | undefined) => boolean {
  const router = useRouter()
  const isLeft = useIsLeft()
  return (plan) => !isLeft() && searchWord(router.latestLocation.search.plan) === plan
}
