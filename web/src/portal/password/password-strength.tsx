import { Trans } from '@lingui/react/macro'
import type { PasswordRules } from '@lintel/contract/identity/passwords'
import { Icon } from '../../ui/icon'
import { missing, standings } from './missing'
import styles from './password-strength.module.css'
import { usePasswordWords } from './password-words'

/** Between two bars, in percent of the width. */
const gap = 2

interface PasswordStrengthProps {
  rules: PasswordRules | undefined
  email: string
  typed: string
}

/**
 * How far a password meets the rules while it is typed: one bar a rule, and a sentence where it repeats itself or contains a
 * known word. Whether it is on the list of common passwords only the server can tell: one that is not sent never leaves here.
 */
export function PasswordStrength({ rules, email, typed }: PasswordStrengthProps) {
  const words = usePasswordWords()
  const parts = standings(rules, typed)
  const lacking = missing(rules, typed)
  const weakness = lacking.length === 0 ? words.weakness(typed, email) : undefined
  const isMet = lacking.length === 0 && weakness === undefined
  if (parts.length === 0) return null
  return (
    <div className={styles.strength} data-met={isMet || undefined}>
      <svg className={styles.bars} width="100%" height="4" aria-hidden>
        {parts.map(({ what, count, found }, at) => {
          // The bars share the width, with a gap between them.
          const width = (100 + gap) / parts.length - gap
          const from = at * (width + gap)
          return (
            <g key={what}>
              <rect className={styles.track} x={`${from}%`} width={`${width}%`} height="4" rx="2" />
              <rect className={styles.fill} x={`${from}%`} width={`${(width * found) / count}%`} height="4" rx="2" />
            </g>
          )
        })}
      </svg>
      {/* Read out once, when it is enough: not with every letter. */}
      <div className={styles.words}>
        {lacking.length > 0 && typed !== '' && <span>{words.stillMissing(lacking)}</span>}
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
