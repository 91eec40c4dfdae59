import { z } from 'zod'
import { emailPattern, newEmailPattern } from './email-pattern'

// C0 and C1 controls, and the bidirectional overrides that make text read differently from what is stored.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
const unprintable = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/
const lineBreaks = /[\t\n]/

/** The messages of zod issues are problem codes. */
const codes = { controls: 'controlCharacters', email: 'invalidEmail', long: 'tooLong', required: 'required' } as const

// Reject unpaired surrogates: the database would store another text than was typed.
const loneSurrogate = /\p{Surrogate}/u

const isPrintable = (text: string) => !unprintable.test(text) && !loneSurrogate.test(text)

/**
 * A trimmed text of at most `max` characters. A longer one is checked to the end, because a check that aborted would make a union of bodies
 * forget which of them was meant: patterns of fields take linear time.
 */
const limited = (max: number) => z.string().trim().max(max, codes.long)

/** One line of text: trimmed, no control characters, at most `max` characters (default 200). May be empty. */
export const line = (max = 200) =>
  limited(max).refine((text) => isPrintable(text) && !lineBreaks.test(text), codes.controls)

/** A non-empty line of text. */
export const name = (max = 200) => line(max).min(1, codes.required)

/** Several lines of text, at most `max` characters (default 4,000). */
export const paragraph = (max = 4_000) => limited(max).refine(isPrintable, codes.controls)

const emailField = (pattern: RegExp) =>
  limited(254)
    .min(1, codes.required)
    .regex(pattern, codes.email)
    .transform((text) => text.toLowerCase())

/** An email address: trimmed, ASCII lower-cased (security F6), at most 254 characters. */
export const email = emailField(emailPattern)

/** The email address of somebody who may be new, by the stricter pattern (security S16). */
export const newEmail = emailField(newEmailPattern)

/** An integer in a query parameter, from `min` up to the largest one that the database holds. */
export const integerParameter = (min: number) => z.coerce.number().int().min(min).max(2_147_483_647)

/** A valid day `YYYY-MM-DD` of the years 0001 to 9999: PostgreSQL has no year 0, and RFC 3339 no five-digit years. */
export const day = z.iso.date({ abort: true }).refine((text) => !text.startsWith('0000'), 'invalid')

const [firstInstant, lastInstant] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/**
 * Converts an ISO 8601 instant with any offset to RFC 3339 in UTC with microseconds, as PostgreSQL stores it. Undefined for a day or time
 * that does not exist, and for a year in UTC outside the range of {@link day}.
 */
export function inUtc(text: string): string | undefined {
  const at = Date.parse(text)
  if (!(at >= firstInstant && at <= lastInstant && day.safeParse(text.slice(0, 10)).success)) return undefined
  const [decimals = ''] = /\.\d{1,6}/.exec(text) ?? []
  return `${new Date(at).toISOString().slice(0, 19)}${decimals}Z`
}

/** An RFC 3339 instant, as PostgreSQL and the API use it: accepted with any offset and converted to UTC ({@link inUtc}). */
export const instant = z.iso
  .datetime({ offset: true, abort: true })
  .refine((text) => inUtc(text) !== undefined, { error: 'invalid', abort: true })
  .overwrite((text) => inUtc(text) ?? text)

/** A filter value `true` or `false`. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** An absolute http or https address, at most 2,000 characters; `javascript:` and the like fail (security E10). */
export const webAddress = limited(2_000).refine(
  (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
  'invalid',
)

/** A colour as `#rrggbb` in lower case (security H7). */
export const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'invalid')

/** The content of a file in a response: its media type says what it is. */
export const fileContent = z.custom<string>((content) => content !== undefined)
