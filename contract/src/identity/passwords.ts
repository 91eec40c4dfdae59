import { z } from 'zod'

/** Most bytes of a password in UTF-8: longer ones would only feed the hash function (security A3). */
export const longestPasswordBytes = 1_024

const fitsInBytes = (text: string) => new TextEncoder().encode(text).length <= longestPasswordBytes
const wellFormed = (text: string) => !/\p{Surrogate}/u.test(text)

/** A password as typed: never trimmed, cut or changed in case. */
export const password = z.string().min(1, 'required').refine(fitsInBytes, 'tooLong').refine(wellFormed, 'invalid')

/** The password rules of the cluster configuration (account-portal chapter 5). */
export const passwordRules = z.object({
  minimumLength: z.int(),
  minimumLowercase: z.int(),
  minimumUppercase: z.int(),
  minimumDigits: z.int(),
  minimumSymbols: z.int(),
})

export type PasswordRules = z.output<typeof passwordRules>

/** One part of the readable requirement sentence: at least `count` of `what`. */
export interface PasswordRequirement {
  what: 'characters' | 'lowercase' | 'uppercase' | 'digits' | 'symbols'
  count: number
}

/** Why a password was rejected: an unmet requirement, a common one, a word everybody here knows, or the one in use. */
export type PasswordRejection = PasswordRequirement['what'] | 'common' | 'context' | 'same'

/** Length that suffices where a second factor is required as well (security A4). */
const lengthWithSecondFactor = 8

/** The rules for an account that cannot sign in without a second factor. */
export const rulesWithSecondFactor = (rules: PasswordRules): PasswordRules => ({
  ...rules,
  minimumLength: Math.min(rules.minimumLength, lengthWithSecondFactor),
})

/** What the rules ask for, in the order of the sentence; the web puts it into words. Without rules nothing is asked. */
export function passwordSentence(rules: PasswordRules | undefined): PasswordRequirement[] {
  if (!rules) return []
  const parts: PasswordRequirement[] = [
    { what: 'characters', count: rules.minimumLength },
    { what: 'lowercase', count: rules.minimumLowercase },
    { what: 'uppercase', count: rules.minimumUppercase },
    { what: 'digits', count: rules.minimumDigits },
    { what: 'symbols', count: rules.minimumSymbols },
  ]
  return parts.filter(({ count }) => count > 0)
}

/** The requirements that a password does not meet; empty when it is valid. Characters are code points after NFKC. */
export function checkPassword(rules: PasswordRules | undefined, typed: string): PasswordRequirement[] {
  const characters = [...typed.normalize('NFKC')]
  const present = (pattern: RegExp) => characters.filter((character) => pattern.test(character)).length
  const found: Record<PasswordRequirement['what'], () => number> = {
    characters: () => characters.length,
    lowercase: () => present(/\p{Ll}/u),
    uppercase: () => present(/\p{Lu}/u),
    digits: () => present(/\p{Nd}/u),
    symbols: () => present(/[^\p{L}\p{N}\s]/u),
  }
  return passwordSentence(rules).filter(({ what, count }) => found[what]() < count)
}

/** Rows of keys and orders that people type along; both ways, and round and round. */
const runs = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', '1qaz2wsx3edc4rfv5tgb6yhn7ujm']
const roundAndRound = runs.flatMap((run) => [run, [...run].reverse().join('')]).map((run) => run.repeat(8))

/** Whether a password is a run of keys or a few characters repeated (security A5). Case and NFKC forms count alike. */
export function isRepetition(typed: string): boolean {
  const password = typed.normalize('NFKC').toLowerCase()
  return (
    /^(.{1,8}?)\1+$/su.test(password) || (password.length > 3 && roundAndRound.some((run) => run.includes(password)))
  )
}

/** What a guesser who knows the person would try. */
export interface PasswordContext {
  email: string
  /** Names of the person's customers and projects, as far as they are known here. */
  customers?: readonly string[]
  projects?: readonly string[]
}

const product = 'lintel'
/** Shorter words are part of too many others. */
const shortestWord = 4

const squeeze = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether a password contains the product, the local part of the email, or the name of a customer or project (security A5). */
export function containsContext(typed: string, { email, customers = [], projects = [] }: PasswordContext): boolean {
  const [local = ''] = email.split('@')
  const parts = customers.flatMap((name) => [name, ...name.split(/\s+/).filter((word) => word.length > shortestWord)])
  const words = [product, local, ...parts, ...projects].map(squeeze).filter((word) => word.length >= shortestWord)
  const squeezed = squeeze(typed)
  return words.some((word) => squeezed.includes(word))
}
