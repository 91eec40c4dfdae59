import type { CurrentUser } from '@lintel/contract/people/users'
import { useMatches } from '@tanstack/react-router'
import { useState } from 'react'
import { mustSetPassword } from '../session/current-user'

/**
 * True when the screen is the only thing to do, without a frame or a way to anything else. It stays so until the person
 * leaves it: what was to be done first is done a moment before that.
 */
export function useStandsAlone(user: CurrentUser): boolean {
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
