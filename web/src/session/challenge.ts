/** A sign-in that waits for its second factor (401 `CHALLENGE_REQUESTED`). */
export interface Challenge {
  username: string
  /**
   * The ticket of the challenge: a secret, so it is kept in memory and never in an address (security S5, H8). An HttpOnly cookie keeps it
   * across reloads.
   */
  session: string
  /** The next-url to open afterwards. */
  nextUrl: string | undefined
  /** What passing the challenge completes. */
  purpose: 'signIn' | 'link'
}

let stored: Challenge | undefined

/** Lifetime of a challenge in seconds, the same as of its HttpOnly cookie (security C3). */
const waitingSeconds = 5 * 60

/** Cookie with the address of a pending challenge, without its secret: nothing is put into the browser's storage (security H8). */
const pendingCookie = 'lintel-code-waits'

function setPendingCookie(address: string | undefined) {
  const age = address === undefined ? 0 : waitingSeconds
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${pendingCookie}=${encodeURIComponent(address ?? '')}; Path=/; Max-Age=${age}; SameSite=Lax`
}

/** Stores the challenge for the page that asks for the code. */
export function storeChallenge(challenge: Challenge): void {
  stored = challenge
  setPendingCookie(challengeAddress(challenge))
}

/** The address at which this browser can complete a pending sign-in; undefined when there is none. */
export function pendingChallengeAddress(cookies = document.cookie): string | undefined {
  const [, encoded = ''] =
    cookies
      .split('; ')
      .map((cookie) => cookie.split('='))
      .find(([name]) => name === pendingCookie) ?? []
  try {
    const address = decodeURIComponent(encoded)
    return address.startsWith('/mfa-challenge?') ? address : undefined
  } catch {
    return undefined
  }
}

/** The pending challenge of this page's sign-in. */
export const storedChallenge = (): Challenge | undefined => stored

/** Clears the challenge once it is passed or has expired. */
export function clearChallenge(): void {
  stored = undefined
  setPendingCookie(undefined)
}

/** The address of the page that asks for the code; it keeps all but the secret over a reload. */
export function challengeAddress({ username, nextUrl, purpose }: Omit<Challenge, 'session'>): string {
  const query = {
    ...{ username, ...(nextUrl !== undefined && { 'next-url': nextUrl }) },
    ...(purpose === 'link' && { purpose }),
  }
  return `/mfa-challenge?${new URLSearchParams(query)}`
}
