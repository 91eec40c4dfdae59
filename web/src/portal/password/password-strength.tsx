import { Trans } from '@lingui/react/macro'
import type { PasswordRules } from '@lintel/contract/identity/passwords'
import { Icon } from '../../ui/icon'
import { missing, standings } from './missing'
import styles from './password-strength.module.css'
import { usePasswordWords } from './password-words'

/**
 * How far a password meets the rules while it is typed: one bar a rule. It promises no more than the server keeps: what
 * is common or contains a known word only the server can tell.
 */
export function PasswordStrength({ rules, typed }: { rules: PasswordRules | undefined; typed: string }) {
  const words = usePasswordWords()
  const parts = standings(rules, typed)
  const lacking = missing(rules, typed)
  if (parts.length === 0) return null
  return (
    <div className={styles.strength} data-met={lacking.length === 0 || undefined}>
      <svg className={styles.bars} width="100%" height="4" aria-hidden>
        {parts.map(({ what, count, found }, at) => {
          const width = 100 / parts.length
          return (
            <svg key={what} x={`${at * width}%`} width={`${width}%`} height="4" aria-hidden>
              <rect className={styles.track} width="98%" height="4" rx="2" />
              <rect className={styles.fill} width={`${(98 * found) / count}%`} height="4" rx="2" />
            </svg>
          )
        })}
      </svg>
      {/* Read out once, when it is enough: not with every letter. */}
      <div className={styles.words}>
        {lacking.length > 0 && typed !== '' && <span>{words.stillMissing(lacking)}</span>}
        <span className={styles.met} role="status">
          {lacking.length === 0 && (
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
