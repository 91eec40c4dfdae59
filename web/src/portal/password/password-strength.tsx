import { Trans } from '@lingui/react/macro'
import type { PasswordRules } from '@lintel/contract/identity/passwords'
import { Icon } from '../../ui/icon'
import { missingRequirements, requirementStates } from './missing-requirements'
import styles from './password-strength.module.css'
import { usePasswordTexts } from './use-password-texts'

/** Space between two bars, in percent of the width. */
const gapPercent = 2

interface PasswordStrengthProps {
  rules: PasswordRules | undefined
  email: string
  typed: string
}

/**
 * How far a password meets the rules while it is typed: one bar per rule, and a sentence if it is repetitive or
 * contains a known word. Only the server checks the list of common passwords, because a password is not sent before it
 * is submitted.
 */
export function PasswordStrength({ rules, email, typed }: PasswordStrengthProps) {
  const texts = usePasswordTexts()
  const states = requirementStates(rules, typed)
  const unmet = missingRequirements(rules, typed)
  const weakness = unmet.length === 0 ? texts.weakness(typed, email) : undefined
  const isMet = unmet.length === 0 && weakness === undefined
  if (states.length === 0) return null
  return (
    <div className={styles.strength} data-met={isMet || undefined}>
      <svg className={styles.bars} width="100%" height="4" aria-hidden>
        {states.map(({ what, count, metCount }, index) => {
          // The bars share the width, with a gap between them.
          const width = (100 + gapPercent) / states.length - gapPercent
          const from = index * (width + gapPercent)
          return (
            <g key={what}>
              <rect className={styles.track} x={`${from}%`} width={`${width}%`} height="4" rx="2" />
              <rect className={styles.fill} x={`${from}%`} width={`${(width * metCount) / count}%`} height="4" rx="2" />
            </g>
          )
        })}
      </svg>
      {/* Announced once, when the password is strong enough, not at every keystroke. */}
      <div className={styles.texts}>
        {unmet.length > 0 && typed !== '' && <span>{texts.stillMissing(unmet)}</span>}
        {weakness !== undefined && <span>{weakness}</span>}
        <span className={styles.met} role="status">
          {isMet && (
            <>
              <Icon name="check" size={14} />
              <Trans>The rules are met</Trans>
            </>
          )}
        </span>
      </div>
    </div>
  )
}
