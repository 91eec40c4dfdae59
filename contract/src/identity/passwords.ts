import { z } from 'zod'

/** Maximum length of a password in UTF-8 bytes: longer ones would only slow down the hash function (security A3). */
const maxPasswordBytes = 1_024

const fitsInBytes = (text: string) => new TextEncoder().encode(text).length <= maxPasswordBytes
const wellFormed = (text: string) => !/\p{Surrogate}/u.test(text)

/** A password as typed: never trimmed, truncated or changed in case. */
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

/** One requirement: at least `count` of `what`. */
export interface PasswordRequirement {
  what: 'characters' | 'lowercase' | 'uppercase' | 'digits' | 'symbols'
  count: number
}

/** Why a password was rejected: an unmet requirement, a common password, a guessable word, or the current password. */
export type PasswordRejection = PasswordRequirement['what'] | 'common' | 'context' | 'same'

/** Minimum length of a password where the installation configures no other (security A4). */
export const defaultMinimumLength = 15

/** Sufficient length where a second factor is required as well (security A4). */
const lengthWithSecondFactor = 8

/** What the password rules of a person depend on. */
interface PasswordRulesInput {
  isStaff: boolean
  /** The installation has second factors, without which staff cannot sign in. */
  isMfaEnabled: boolean | undefined
}

/**
 * The password rules of a person. A person who cannot sign in without a second factor may have a shorter password, unless the
 * installation requires more than the default length: that holds for everybody.
 */
export function passwordRulesFor(rules: PasswordRules, { isStaff, isMfaEnabled }: PasswordRulesInput): PasswordRules {
  if (!isStaff || !isMfaEnabled || rules.minimumLength > defaultMinimumLength) return rules
  return { ...rules, minimumLength: Math.min(rules.minimumLength, lengthWithSecondFactor) }
}

/** The requirements of the rules, in the order in which they are listed; empty without rules. */
export function passwordRequirementsOf(rules: PasswordRules | undefined): PasswordRequirement[] {
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
export function unmetPasswordRequirements(rules: PasswordRules | undefined, typed: string): PasswordRequirement[] {
  const characters = [...typed.normalize('NFKC')]
  const present = (pattern: RegExp) => characters.filter((character) => pattern.test(character)).length
  const counters: Record<PasswordRequirement['what'], () => number> = {
    characters: () => characters.length,
    lowercase: () => present(/\p{Ll}/u),
    uppercase: () => present(/\p{Lu}/u),
    digits: () => present(/\p{Nd}/u),
    symbols: () => present(/[^\p{L}\p{N}\s]/u),
  }
  return passwordRequirementsOf(rules).filter(({ what, count }) => counters[what]() < count)
}

/** Sequences that people type: rows of keys and alphabetical orders, matched in both directions and cyclically. */
const runs = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', '1qaz2wsx3edc4rfv5tgb6yhn7ujm']
const repeatedRuns = runs.flatMap((run) => [run, [...run].reverse().join('')]).map((run) => run.repeat(8))

/** True for a key sequence or a short repeated pattern (security A5), ignoring case and NFKC forms. */
export function isRepetition(typed: string): boolean {
  const password = typed.normalize('NFKC').toLowerCase()
  return (
    /^(.{1,8}?)\1+$/su.test(password) || (password.length > 3 && repeatedRuns.some((run) => run.includes(password)))
  )
}

/** Words that an attacker who knows the person would try. */
export interface PasswordContext {
  email: string
  /** Names of the person's customers and projects, where known. */
  customers?: readonly string[]
  projects?: readonly string[]
}

const product = 'lintel'
/** Shorter words occur inside too many others. */
const minWordLength = 4

const toComparable = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether a password contains the product, the local part of the email, or the name of a customer or project (security A5). */
export function containsContext(typed: string, { email, customers = [], projects = [] }: PasswordContext): boolean {
  const [local = ''] = email.split('@')
  const parts = customers.flatMap((name) => [name, ...name.split(/\s+/).filter((word) => word.length > minWordLength)])
  const words = [product, local, ...parts, ...projects].map(toComparable).filter((word) => word.length >= minWordLength)
  const comparable = toComparable(typed)
  return words.some((word) => comparable.includes(word))
}
