import {
  checkPassword,
  containsContext,
  type PasswordRejection,
  type PasswordRules,
} from '@lintel/contract/identity/passwords'
import { Problem } from '@lintel/contract/problems'
import { isCommon } from './common-passwords'

/** What a new password is held against. */
export interface PasswordSetting {
  rules: PasswordRules
  email: string
  /** Names of the person's customers and projects. */
  customers: readonly string[]
  projects: readonly string[]
  /** The password in use, when it is known. */
  current?: string
}

/** Why a new password cannot be taken; empty when it can (security A4, A5). */
export function rejections(typed: string, setting: PasswordSetting): PasswordRejection[] {
  const unmet: PasswordRejection[] = checkPassword(setting.rules, typed).map(({ what }) => what)
  if (isCommon(typed)) unmet.push('common')
  if (containsContext(typed, setting)) unmet.push('context')
  if (setting.current !== undefined && setting.current.normalize('NFKC') === typed.normalize('NFKC')) unmet.push('same')
  return unmet
}

/** Throws 422 `passwordRejected`, with all the reasons in `meta.rules`. */
export function assertPasswordValid(rejected: readonly PasswordRejection[], pointer: string): void {
  if (rejected.length === 0) return
  throw new Problem('passwordRejected', {
    pointer,
    meta: { rules: rejected },
    detail: `Not met: ${rejected.join(', ')}`,
  })
}
