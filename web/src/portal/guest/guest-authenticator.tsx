import { signInAsGuest } from './guest-calls'
import { GuestNotice } from './guest-notice'

/** Signs in with a guest link on the sign-in page, and renders its failure. */
export const guestAuthenticator = (id: string) => ({
  signIn: () => signInAsGuest(id),
  failure: (error: unknown) => <GuestNotice error={error} />,
})
