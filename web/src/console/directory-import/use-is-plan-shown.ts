import { useRouter } from '@tanstack/react-router'
import { useIsLeft } from '../../api/form/use-is-left'
import { textParameter } from '../../session/text-parameter'

/**
 * Returns a function that tells whether this plan (undefined: the form) is still on screen, so that a late response is shown in the right
 * place.
 */
export function useIsPlanShown(): (plan: string | undefined) => boolean {
  const router = useRouter()
  const isLeft = useIsLeft()
  return (plan) => !isLeft() && textParameter(router.latestLocation.search.plan) === plan
}
