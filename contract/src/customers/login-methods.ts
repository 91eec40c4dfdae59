/**
 * The two built-in login methods, email and password, and the same with a second factor (contract §3). They are used like providers, but
 * cannot be edited, and no screen shows their ids.
 */
export const builtInMethods = ['COGNITO', 'COGNITO_MFA'] as const

/** True for a built-in login method, as opposed to a single sign-on provider; ignores case, so that no provider can use the id. */
export const isBuiltIn = (method: string): boolean => builtInMethods.some((builtIn) => builtIn === method.toUpperCase())

/**
 * The listed methods that a login method satisfies: password with second factor also satisfies the password; every other one satisfies only
 * itself.
 */
export const satisfiedMethods = (loginMethod: string): readonly string[] =>
  loginMethod === 'COGNITO_MFA' ? builtInMethods : [loginMethod]

/** True when a list allows this login method; an empty list allows any. */
export const isMethodAllowed = (loginMethod: string, allowed: readonly string[]): boolean =>
  allowed.length === 0 || satisfiedMethods(loginMethod).some((method) => allowed.includes(method))

/** The effective list: the first that is not empty, from the closest (member, project, customer); empty means any. */
export const effectiveMethods = (...lists: readonly (readonly string[])[]): readonly string[] =>
  lists.find((list) => list.length > 0) ?? []

/** The methods of a list that the level above does not allow: only administrators of the customer and staff may list these. */
export const disallowedMethods = (list: readonly string[], above: readonly string[]): string[] =>
  list.filter((method) => !isMethodAllowed(method, above))
