/**
 * The two built-in login methods, email and password and the same with a second factor (contract §3). They are
 * providers like the others, but nobody edits them, and no screen shows their ids.
 */
export const builtInMethods = ['COGNITO', 'COGNITO_MFA'] as const

/** Is this login method built in, not a provider of single sign-on? Whatever the case, so that no provider takes it. */
export const isBuiltIn = (method: string): boolean => builtInMethods.some((builtIn) => builtIn === method.toUpperCase())
