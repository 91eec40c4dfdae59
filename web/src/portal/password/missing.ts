import {
  checkPassword,
  type PasswordRequirement,
  type PasswordRules,
  passwordSentence,
} from '@lintel/contract/identity/passwords'

const nothing: PasswordRules = {
  minimumLength: 0,
  minimumLowercase: 0,
  minimumUppercase: 0,
  minimumDigits: 0,
  minimumSymbols: 0,
}

const ruleOf = {
  characters: 'minimumLength',
  lowercase: 'minimumLowercase',
  uppercase: 'minimumUppercase',
  digits: 'minimumDigits',
  symbols: 'minimumSymbols',
} as const satisfies Record<PasswordRequirement['what'], keyof PasswordRules>

/** How a typed password stands to one requirement: `found` of the `count` that are asked for. */
export type Standing = PasswordRequirement & { found: number }

/** How far a password meets each of the rules, counted by the server's own check. */
export const standings = (rules: PasswordRules | undefined, typed: string): Standing[] =>
  passwordSentence(rules).map((requirement) => ({ ...requirement, found: foundOf(requirement, typed) }))

/** What is still missing, in the order of the requirement sentence; empty for a password that meets the rules. */
export const missing = (rules: PasswordRules | undefined, typed: string): PasswordRequirement[] =>
  standings(rules, typed)
    .map(({ what, count, found }) => ({ what, count: count - found }))
    .filter(({ count }) => count > 0)

function foundOf({ what, count }: PasswordRequirement, typed: string): number {
  let found = count
  while (found > 0 && checkPassword({ ...nothing, [ruleOf[what]]: found }, typed).length > 0) found -= 1
  return found
}
