import { i18n } from '@lingui/core'
import { problemText } from '../api/problem-text'
import { showProblem } from '../api/show-problem'
import { signOut } from './session'
import { signInAddress } from './sign-in-address'

/**
 * Ends the session and leads through the sign-in back to the page as it stands. Says so where the server has not ended it, and stays: the
 * sign-in would find it still there.
 */
export const signInAgain = (): Promise<void> =>
  signOut().then(
    () => location.assign(signInAddress(`${location.pathname}${location.search}`)),
    (error) => showProblem(error, i18n._(problemText(error))),
  )
