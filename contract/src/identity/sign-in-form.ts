import type { ProblemCode } from '../problems'

/**
 * Failures of the sign-in form posted without script: the sign-in page shows the one in the `failed` parameter of its address and ignores
 * any other value.
 */
export const signInFailures = [
  'invalid_grant',
  'password_reset_needed',
  'required',
  'invalidSession',
  'tooManyRequests',
  'overloaded',
  'databaseAway',
] as const satisfies readonly ProblemCode[]

export type SignInFailure = (typeof signInFailures)[number]

/** The failure named by an address; undefined for none, and for codes without a text on the sign-in page. */
export const signInFailureOf = (named: string | null | undefined): SignInFailure | undefined =>
  signInFailures.find((failure) => failure === named)
