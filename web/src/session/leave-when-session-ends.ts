import type { QueryClient } from '@tanstack/react-query'
import { skipUnloadPrompt } from '../api/unload'
import { currentUser } from './current-user'
import { isPublicPath } from './public-paths'
import { currentSession, watchSession } from './session'
import { signInAddress } from './sign-in-address'

/**
 * When a session ends during work (idle, revoked, signed out in another tab), redirects to the sign-in page and back; returns the function
 * that stops. The sign-in page learns whether a guest's link had opened the session: its guest has no password to sign in with.
 */
export const leaveWhenSessionEnds = (queries: QueryClient): (() => void) =>
  watchSession(() => {
    if (currentSession().at !== 'signed-out' || isPublicPath(location.pathname)) return
    skipUnloadPrompt()
    const isGuest = queries.getQueryData(currentUser.queryKey)?.method === 'guest'
    location.replace(signInAddress(`${location.pathname}${location.search}`, isGuest ? 'guest' : ''))
  })
