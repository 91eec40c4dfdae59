import type { ProblemCode } from '../problems'

/**
 * Why a form that the browser itself posted signed nobody in: what the sign-in page says when its address asks for it by
 * `failed`. Anything else in its place is ignored.
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

/** The failure that an address names; undefined for none, and for what the sign-in page has no words for. */
export const signInFailureOf = (named: string | null | undefined): SignInFailure | undefined =>
  signInFailures.find((failure) => failure === named)
