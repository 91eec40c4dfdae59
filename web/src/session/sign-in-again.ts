import { i18n } from '@lingui/core'
import { problemText } from '../api/problem-text'
import { showProblem } from '../api/show-problem'
import { signOut } from './session'
import { signInAddress } from './sign-in-address'

/**
 * Ends the session and navigates to the sign-in, which returns to the current page. If the server has not ended the session, shows that and
 * stays: the sign-in would find the session.
 */
export const signInAgain = (): Promise<void> =>
  signOut().then(
    () => location.assign(signInAddress(`${location.pathname}${location.search}`)),
    (error) => showProblem(error, i18n._(problemText(error))),
  )
