import { z } from 'zod'
import { emailPattern, newEmailPattern } from './email-pattern'

// C0 and C1 controls, and the bidirectional overrides that make text read differently from what is stored.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
const unprintable = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/
const lineBreaking = /[\t\n]/

/** Message keys that the parser turns into problem codes: a zod message is a {@link ProblemCode}. */
const codes = { controls: 'controlCharacters', email: 'invalidEmail', long: 'tooLong', required: 'required' } as const

// Half of a sign of two is none: the database would keep another text than was typed.
const halfSign = /\p{Surrogate}/u

const clean = (text: string) => !unprintable.test(text) && !halfSign.test(text)

/** One line of text: trimmed, no control characters, at most `max` characters (default 200). May be empty. */
export const line = (max = 200) =>
  z
    .string()
    .trim()
    .max(max, codes.long)
    .refine((text) => clean(text) && !lineBreaking.test(text), codes.controls)

/** One line of text that must say something. */
export const name = (max = 200) => line(max).min(1, codes.required)

/** Several lines of text, at most `max` characters (default 4,000). */
export const paragraph = (max = 4_000) => z.string().trim().max(max, codes.long).refine(clean, codes.controls)

const emailLike = (pattern: RegExp) =>
  z
    .string()
    .trim()
    .min(1, codes.required)
    .max(254, codes.long)
    .regex(pattern, codes.email)
    .transform((text) => text.toLowerCase())

/** An email address: trimmed, ASCII lower-cased (security F6), at most 254 characters. */
export const email = emailLike(emailPattern)

/** The email address of somebody who may be new: one that can be somebody's (security S16). */
export const newEmail = emailLike(newEmailPattern)

/** A day `YYYY-MM-DD` of the calendar, of the years 0001 to 9999: PostgreSQL has no year nought, and RFC 3339 none of five digits. */
export const day = z.iso.date({ abort: true }).refine((text) => !text.startsWith('0000'), 'invalid')

const [firstInstant, lastInstant] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/**
 * An instant in whatever offset, in a form of ISO 8601, as RFC 3339 in UTC to the microsecond, as PostgreSQL keeps it. Undefined where the
 * calendar has no such day or the clock no such time, and where it is in UTC of no year that a {@link day} may be of.
 */
export function inUtc(text: string): string | undefined {
  const at = Date.parse(text)
  if (!(at >= firstInstant && at <= lastInstant && day.safeParse(text.slice(0, 10)).success)) return undefined
  const [decimals = ''] = /\.\d{1,6}/.exec(text) ?? []
  return `${new Date(at).toISOString().slice(0, 19)}${decimals}Z`
}

/** An instant, RFC 3339, as PostgreSQL and the wire carry it: taken in in whatever offset, it is one of UTC ({@link inUtc}). */
export const instant = z.iso
  .datetime({ offset: true, abort: true })
  .refine((text) => inUtc(text) !== undefined, { error: 'invalid', abort: true })
  .overwrite((text) => inUtc(text) ?? text)

/** A filter value `true` or `false`. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** An absolute http or https address, at most 2,000 characters; `javascript:` and the like fail (security E10). */
export const webAddress = z
  .string()
  .trim()
  .max(2_000, codes.long)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'invalid')

/** A colour as `#rrggbb` in lower case (security H7). */
export const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'invalid')
