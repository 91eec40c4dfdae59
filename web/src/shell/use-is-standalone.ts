import type { CurrentUser } from '@lintel/contract/people/users'
import { useMatches } from '@tanstack/react-router'
import { useState } from 'react'
import { mustSetPassword } from '../session/current-user'

/**
 * Whether the screen is mandatory and shown without frame or navigation. Stays true until the person leaves it, since
 * the requirement is met a moment before that.
 */
export function useIsStandalone(user: CurrentUser): boolean {
  const matches = useMatches()
  const path = matches.at(-1)?.pathname
  const isAlone =
    user.restriction !== null ||
    mustSetPassword(user) ||
    (user.mustUpdateProfile && path === '/user-profile') ||
    matches.some(({ staticData }) => staticData.isAlone)
  const [alone, setAlone] = useState<string>()
  const now = isAlone || alone === path ? path : undefined
  if (now !== alone) setAlone(now)
  return now !== undefined
}
