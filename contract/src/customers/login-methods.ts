/**
 * The two built-in login methods, email and password and the same with a second factor (contract §3). They are
 * providers like the others, but nobody edits them, and no screen shows their ids.
 */
export const builtInMethods = ['COGNITO', 'COGNITO_MFA'] as const

/** Is this login method built in, not a provider of single sign-on? Whatever the case, so that no provider takes it. */
export const isBuiltIn = (method: string): boolean => builtInMethods.some((builtIn) => builtIn === method.toUpperCase())

/** Password and second factor do for a list that asks for the password; every other method does for itself only. */
export const satisfiedMethods = (loginMethod: string): readonly string[] =>
  loginMethod === 'COGNITO_MFA' ? builtInMethods : [loginMethod]

/** Does this login method open what a list allows? An empty list allows any. */
export const isSatisfied = (loginMethod: string, allowed: readonly string[]): boolean =>
  allowed.length === 0 || satisfiedMethods(loginMethod).some((method) => allowed.includes(method))

/** The list that counts: the first that is not empty, from the closest (member, project, customer); empty means any. */
export const effectiveMethods = (...lists: readonly (readonly string[])[]): readonly string[] =>
  lists.find((list) => list.length > 0) ?? []

/** The methods of a list that the level above it does not allow: only its customer's administrators and staff may name these. */
export const widening = (list: readonly string[], above: readonly string[]): string[] =>
  list.filter((method) => !isSatisfied(method, above))
