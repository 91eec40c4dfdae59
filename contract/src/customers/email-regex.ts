import { RE2JS } from 're2js'

/** Longest address that is matched (RFC 5321), and so the longest input of a provider's expression (security E11). */
const longestAddress = 254

/** Why RE2 refuses an expression, in the parser's words; undefined when it is fine. Never throws. */
export function emailRegexFault(expression: string): string | undefined {
  try {
    RE2JS.compile(expression)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * A provider's `emailRegex`, ready to be asked about addresses in any case: the whole address has to match. By RE2, in
 * linear time, so that no expression can hold up a browser or the server (security S11). One that does not compile
 * matches nothing.
 */
export function emailMatcher(expression: string): (email: string) => boolean {
  if (emailRegexFault(expression) !== undefined) return () => false
  const pattern = RE2JS.compile(expression, RE2JS.CASE_INSENSITIVE)
  return (email) => email.length <= longestAddress && pattern.matches(email.trim())
}
