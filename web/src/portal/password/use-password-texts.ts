import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  containsContext,
  isRepetition,
  type PasswordRejection,
  type PasswordRequirement,
} from '@lintel/contract/identity/passwords'

/** Localized texts for the password rules and the server's rejection reasons. */
export function usePasswordTexts() {
  const { t, i18n } = useLingui()

  const requirementText = ({ what, count }: PasswordRequirement): string => {
    switch (what) {
      case 'characters':
        return t`${plural(count, { one: '# character', other: '# characters' })}`
      case 'lowercase':
        return t`${plural(count, { one: '# lower-case letter', other: '# lower-case letters' })}`
      case 'uppercase':
        return t`${plural(count, { one: '# capital letter', other: '# capital letters' })}`
      case 'digits':
        return t`${plural(count, { one: '# digit', other: '# digits' })}`
      case 'symbols':
        return t`${plural(count, { one: '# symbol', other: '# symbols' })}`
    }
  }
  const list = (requirements: readonly PasswordRequirement[]) =>
    new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(requirements.map(requirementText))

  return {
    /** The requirements as a sentence; undefined if there are none. */
    sentence(requirements: readonly PasswordRequirement[]): string | undefined {
      if (requirements.length === 0) return undefined
      const required = list(requirements)
      return t`At least ${required}.`
    },
    /** The unmet requirements as a sentence. */
    stillMissing(requirements: readonly PasswordRequirement[]): string {
      const required = list(requirements)
      return t`Still missing: ${required}`
    },
    /** Why a password that meets the rules is easy to guess; undefined if no such weakness is known on the client. */
    weakness(typed: string, email: string): string | undefined {
      if (isRepetition(typed)) return t`This password repeats itself or follows the keyboard. Choose another one.`
      if (containsContext(typed, { email }))
        return t`This password contains your name, your company, a project or ours. Choose another one.`
      return undefined
    },
    /** Why the server rejected a password: the most helpful reason. */
    rejection(reasons: readonly PasswordRejection[], unmet: readonly PasswordRequirement[]): string {
      if (unmet.length > 0) {
        const required = list(unmet)
        return t`Still missing: ${required}`
      }
      if (reasons.includes('same')) return t`This is the password you already have. Choose another one.`
      if (reasons.includes('common')) return t`This password is on the list of common passwords. Choose another one.`
      if (reasons.includes('context'))
        return t`This password contains your name, your company, a project or ours. Choose another one.`
      return t`This password does not meet the rules.`
    },
  }
}
