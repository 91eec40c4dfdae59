import { z } from 'zod'

/** The two built-in login methods: email and password, and the same with a second factor (contract §3). */
export const builtInMethods = ['COGNITO', 'COGNITO_MFA'] as const

/** Is this login method built in, not a provider of single sign-on? Whatever the case, so that no provider takes it. */
export const isBuiltIn = (method: string): boolean =>
  (builtInMethods as readonly string[]).includes(method.toUpperCase())

/** Ids of allowed login methods, built-in ones and providers; empty inherits, and empty all the way up means any. */
export const loginMethods = z.array(z.string().min(1).max(64)).max(100)

/** The methods that hold in the end: the member's own, else the project's, else the customer's; empty means any. */
export const effectiveMethods = (
  member: readonly string[],
  project: readonly string[],
  customer: readonly string[],
): readonly string[] => [member, project, customer].find((methods) => methods.length > 0) ?? []
