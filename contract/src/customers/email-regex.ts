import { RE2JS } from 're2js'

/** Maximum length of a matched address (RFC 5321), and so of the input of a provider's expression (security E11). */
const maxAddressLength = 254

/** The parser's message for an expression that RE2 rejects; undefined when it is valid. Never throws. */
export function emailRegexError(expression: string): string | undefined {
  try {
    RE2JS.compile(expression)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * Compiles a provider's `emailRegex` into a case-insensitive matcher of whole addresses. By RE2, in linear time, so that no expression can
 * block a browser or the server (security S11). An invalid expression matches nothing.
 */
export function emailMatcher(expression: string): (email: string) => boolean {
  if (emailRegexError(expression) !== undefined) return () => false
  const pattern = RE2JS.compile(expression, RE2JS.CASE_INSENSITIVE)
  return (email) => email.length <= maxAddressLength && pattern.matches(email.trim())
}
