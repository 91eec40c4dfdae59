import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { Button } from './button'
import styles from './provider-button.module.css'
import { ProviderIcon } from './provider-icon'
import { readableText } from './readable-text'

interface ProviderAppearance {
  name: string
  icon: string | null
  color: string
  textColor: string
}

type ProviderButtonProps = Omit<ComponentProps<typeof Button>, 'kind' | 'size' | 'wide'> & {
  provider: ProviderAppearance
  /** Full width in the provider's colours, for the only provider. Otherwise an icon button, as one of several. */
  isFull?: boolean
  children: ReactNode
}

/** A button that signs in with a provider, with its icon and colours. */
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

// React sets the style by script, which the policy allows; it would block a style attribute in prerendered HTML.
const coloursOf = ({ color, textColor }: ProviderAppearance) =>
  ({ '--provider': color, '--on-provider': readableText(textColor, color) }) as CSSProperties
