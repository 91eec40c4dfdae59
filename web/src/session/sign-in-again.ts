import { signOut } from './session'
import { signInAddress } from './sign-in-address'

/** Ends the session and leads through the sign-in back to the page as it stands; signed out here in any case. */
export const signInAgain = (): Promise<void> =>
  signOut()
    .catch(() => {})
    .finally(() => location.assign(signInAddress(`${location.pathname}${location.search}`)))
