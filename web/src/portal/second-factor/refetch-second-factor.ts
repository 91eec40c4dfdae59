import type { QueryClient } from '@tanstack/react-query'
import { currentUser } from '../../session/current-user'
import { secondFactorStatus } from '../../session/second-factor-status'

/** Refetches what depends on the second factor: for a change that is stored after its screen was left. */
export function refetchSecondFactor(queries: QueryClient): void {
  for (const { queryKey } of [currentUser, secondFactorStatus]) void queries.invalidateQueries({ queryKey })
}
