import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { Button } from './button'
import styles from './provider-button.module.css'
import { ProviderIcon } from './provider-icon'
import { readableText } from './readable-text'

interface ProviderLooks {
  name: string
  icon: string | null
  color: string
  textColor: string
}

type ProviderButtonProps = Omit<ComponentProps<typeof Button>, 'kind' | 'size' | 'wide'> & {
  provider: ProviderLooks
  /** The whole button in the provider's colours: the one way on. Otherwise its icon alone, as one of several. */
  isFull?: boolean
  children: ReactNode
}

/** A button that leads to a provider, in its icon and colours. */
export const ProviderButton = ({ provider, isFull = false, children, ...button }: ProviderButtonProps) => (
  <div className={isFull ? styles.full : styles.listed} style={coloursOf(provider)}>
    <Button {...button} wide>
      <span className={styles.icon}>
        <ProviderIcon icon={provider.icon} name={provider.name} />
      </span>
      <span className={styles.words}>{children}</span>
    </Button>
  </div>
)

// Set by script on the element, which the policy allows; a style attribute in the document it would not.
const coloursOf = ({ color, textColor }: ProviderLooks) =>
  ({ '--provider': color, '--on-provider': readableText(textColor, color) }) as CSSProperties
