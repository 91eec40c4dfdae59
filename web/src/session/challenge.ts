/** A sign-in that waits for its second factor (401 `CHALLENGE_REQUESTED`). */
export interface Challenge {
  username: string
  /**
   * The ticket of the challenge: a secret, so it travels in memory and never in an address (security S5, H8). Over a reload the
   * browser keeps it in a cookie that no script reads.
   */
  session: string
  /** Where the person wanted to go. */
  nextUrl: string | undefined
  /** What meeting it completes. */
  purpose: 'signIn' | 'link'
}

let held: Challenge | undefined

/** Keeps the challenge for the page that asks for the code. */
export function holdChallenge(challenge: Challenge): void {
  held = challenge
}

/** The challenge of this page's sign-in, if one waits. */
export const heldChallenge = (): Challenge | undefined => held

/** Forgets the challenge: it was met, or has ended. */
export function dropChallenge(): void {
  held = undefined
}

/** Where the code is asked for. */
export const challengeAddress = ({ username, nextUrl }: Pick<Challenge, 'username' | 'nextUrl'>): string =>
  `/mfa-challenge?${new URLSearchParams({ username, ...(nextUrl !== undefined && { 'next-url': nextUrl }) })}`
