import { RE2JS } from 're2js'

/** Maximum length of a matched address (RFC 5321), and so of the input of a provider's expression (security E11). */
const maxAddressLength = 254

/**
 * Maximum size of an expression, in instructions of its compiled program: RE2 takes time in proportion to the input and to this size. The
 * 256 characters of an expression have about as many instructions, unless repetitions with large numbers multiply them: `.+@company\.com`
 * has 16, the widely copied `[A-Z0-9._%+-]{1,64}@(?:[A-Z0-9-]{1,63}\.){1,8}[A-Z]{2,63}` 1,269. The slowest expression of the maximum size
 * takes 20 ms for its first address and 8 ms for another; `(.?){1000}` twenty times has 80,003 and takes more than a second (security E11).
 */
const maxProgramSize = 1_300

const tooLarge =
  'The expression takes too long to match. Use * or + instead of repetitions with large numbers, such as {1,64}.'

type Compiled = { pattern: RE2JS; error?: never } | { pattern?: never; error: string }

/** The expressions that were compiled last: the sign-in page matches every address against the same ones. */
const compiled = new Map<string, Compiled>()

/** Maximum number of kept expressions; each caches the states that its matches went through, up to 8 MB. */
const maxCompiled = 200

function compile(expression: string): Compiled {
  try {
    // First without the flag, which the parser's message would quote as part of the expression.
    if (RE2JS.compile(expression).programSize() > maxProgramSize) return { error: tooLarge }
    return { pattern: RE2JS.compile(expression, RE2JS.CASE_INSENSITIVE) }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

function compileOnce(expression: string): Compiled {
  const kept = compiled.get(expression)
  if (kept) return kept
  const added = compile(expression)
  const [oldest] = compiled.keys()
  if (compiled.size >= maxCompiled && oldest !== undefined) compiled.delete(oldest)
  compiled.set(expression, added)
  return added
}

/**
 * Why an expression cannot be used: the parser's message where RE2 rejects it, or that it is too large. Undefined when it is valid. Never
 * throws.
 */
export const emailRegexError = (expression: string): string | undefined => compileOnce(expression).error

/**
 * The case-insensitive matcher of whole addresses by a provider's `emailRegex`. By RE2, in linear time, so that no expression can block a
 * browser or the server (security S11). An expression that is invalid or too large matches nothing.
 */
export function emailMatcher(expression: string): (email: string) => boolean {
  const { pattern } = compileOnce(expression)
  return (email) => email.length <= maxAddressLength && pattern?.matches(email.trim()) === true
}
