import type { Tokens } from '@lintel/contract/identity/tokens'

/** The tokens of a sign-in, for tests. */
export const sampleTokens = {
  result: 'SUCCESS',
  idToken: 'i',
  accessToken: 'a',
  tokenType: 'Bearer',
  expiresIn: 600,
  idleSeconds: 3_600,
  logoutWhenIdle: true,
} as const satisfies Tokens
