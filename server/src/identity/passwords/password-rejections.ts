import {
  containsContext,
  type PasswordRejection,
  type PasswordRules,
  unmetPasswordRequirements,
} from '@lintel/contract/identity/passwords'
import { Problem } from '@lintel/contract/problems'
import { isCommon } from './common-passwords'

/** What a new password is checked against. */
export interface PasswordContext {
  rules: PasswordRules
  email: string
  /** Names of the person's customers and projects. */
  customers: readonly string[]
  projects: readonly string[]
  /** The password in use, when it is known. */
  current?: string
}

/** Why a new password is rejected; empty when it is accepted (security A4, A5). */
export function passwordRejections(typed: string, context: PasswordContext): PasswordRejection[] {
  const unmet: PasswordRejection[] = unmetPasswordRequirements(context.rules, typed).map(({ what }) => what)
  if (isCommon(typed)) unmet.push('common')
  if (containsContext(typed, context)) unmet.push('context')
  if (context.current !== undefined && context.current.normalize('NFKC') === typed.normalize('NFKC')) unmet.push('same')
  return unmet
}

/** Throws 422 `passwordRejected` with all reasons in `meta.rules`, unless there are none. */
export function assertPasswordValid(rejected: readonly PasswordRejection[], pointer: string): void {
  if (rejected.length === 0) return
  throw new Problem('passwordRejected', {
    pointer,
    meta: { rules: rejected },
    detail: `Not met: ${rejected.join(', ')}`,
  })
}
