import {
  type PasswordRequirement,
  type PasswordRules,
  passwordRequirementsOf,
  unmetPasswordRequirements,
} from '@lintel/contract/identity/passwords'

const noRules: PasswordRules = {
  minimumLength: 0,
  minimumLowercase: 0,
  minimumUppercase: 0,
  minimumDigits: 0,
  minimumSymbols: 0,
}

const ruleByRequirement = {
  characters: 'minimumLength',
  lowercase: 'minimumLowercase',
  uppercase: 'minimumUppercase',
  digits: 'minimumDigits',
  symbols: 'minimumSymbols',
} as const satisfies Record<PasswordRequirement['what'], keyof PasswordRules>

/** How far a password meets one requirement: `metCount` of the required `count`. */
export type RequirementState = PasswordRequirement & { metCount: number }

/** How far a password meets each of the rules, measured by the server's own check. */
export const requirementStates = (rules: PasswordRules | undefined, typed: string): RequirementState[] =>
  passwordRequirementsOf(rules).map((requirement) => ({ ...requirement, metCount: metCountOf(requirement, typed) }))

/** The unmet requirements, in the order of the requirement sentence; empty for a password that meets the rules. */
export const missingRequirements = (rules: PasswordRules | undefined, typed: string): PasswordRequirement[] =>
  requirementStates(rules, typed)
    .map(({ what, count, metCount }) => ({ what, count: count - metCount }))
    .filter(({ count }) => count > 0)

function metCountOf({ what, count }: PasswordRequirement, typed: string): number {
  let metCount = count
  while (
    metCount > 0 &&
    unmetPasswordRequirements({ ...noRules, [ruleByRequirement[what]]: metCount }, typed).length > 0
  )
    metCount -= 1
  return metCount
}
