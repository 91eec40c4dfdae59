import { signInAsGuest } from './guest-calls'
import { GuestNotice } from './guest-notice'

/** What the sign-in page does by itself at a guest link, and what it says when that is refused. */
export const guestAuthenticator = (id: string) => ({
  signIn: () => signInAsGuest(id),
  failure: (error: unknown) => <GuestNotice error={error} />,
})
