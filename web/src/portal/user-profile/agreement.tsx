import { Trans } from '@lingui/react/macro'
import { type ComponentProps, useId } from 'react'
import { Checkbox } from '../../ui/checkbox'
import { Icon } from '../../ui/icon'
import styles from './agreement.module.css'

interface AgreementProps extends Omit<ComponentProps<'input'>, 'type'> {
  policy: string | undefined
  error: string | undefined
}

/** The agreement to the privacy policy, required when a profile is created. */
export function Agreement({ policy, error, ...input }: AgreementProps) {
  const id = useId()
  return (
    <div className={styles.agreement}>
      <Checkbox
        {...input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        required
        label={
          policy === undefined ? (
            <Trans>I agree to the privacy policy</Trans>
          ) : (
            <Trans>
              I agree to the{' '}
              <a href={policy} target="_blank" rel="noreferrer">
                privacy policy
              </a>
            </Trans>
          )
        }
      />
      <div id={id} aria-live="polite" className={styles.error}>
        {error && (
          <>
            <Icon name="alert" size={14} />
            <span>{error}</span>
          </>
        )}
      </div>
    </div>
  )
}
