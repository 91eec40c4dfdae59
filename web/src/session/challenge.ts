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

/** How long a challenge waits, in seconds: as long as its cookie, which no script reads (security C3). */
const waitingSeconds = 5 * 60

/** Says where a challenge waits, and nothing of its secret: nothing is kept in the browser's stores (security H8). */
const waitsAt = 'lintel-code-waits'

function noteWaiting(address: string | undefined) {
  const age = address === undefined ? 0 : waitingSeconds
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${waitsAt}=${encodeURIComponent(address ?? '')}; Path=/; Max-Age=${age}; SameSite=Lax`
}

/** Keeps the challenge for the page that asks for the code. */
export function holdChallenge(challenge: Challenge): void {
  held = challenge
  noteWaiting(challengeAddress(challenge))
}

/** Where this browser is asked for the code of a sign-in that it has begun, for as long as that waits. */
export function waitingChallenge(cookies = document.cookie): string | undefined {
  const [, kept = ''] =
    cookies
      .split('; ')
      .map((cookie) => cookie.split('='))
      .find(([name]) => name === waitsAt) ?? []
  try {
    const address = decodeURIComponent(kept)
    return address.startsWith('/mfa-challenge?') ? address : undefined
  } catch {
    return undefined
  }
}

/** The challenge of this page's sign-in, if one waits. */
export const heldChallenge = (): Challenge | undefined => held

/** Forgets the challenge: it was met, or has ended. */
export function dropChallenge(): void {
  held = undefined
  noteWaiting(undefined)
}

/** Where the code is asked for. */
export const challengeAddress = ({ username, nextUrl }: Pick<Challenge, 'username' | 'nextUrl'>): string =>
  `/mfa-challenge?${new URLSearchParams({ username, ...(nextUrl !== undefined && { 'next-url': nextUrl }) })}`
