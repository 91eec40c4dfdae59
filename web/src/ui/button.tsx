import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { Spinner } from './spinner'

/** `primary`: at most one per screen; `danger`: destructive actions; `quiet`: in bars and rows. */
export type ButtonKind = 'plain' | 'primary' | 'danger' | 'quiet'

interface ButtonAppearance {
  kind?: ButtonKind
  size?: 'large' | 'small'
  wide?: boolean
}

/** Class names of a button, for links that look like buttons. */
export const buttonClass = ({ kind = 'plain', size = 'large', wide = false }: ButtonAppearance = {}) =>
  [styles.button, styles[kind], styles[size], wide && styles.wide].filter(Boolean).join(' ')

type ButtonProps = ComponentProps<'button'> & ButtonAppearance & { busy?: boolean }

/** A button. While `busy` it keeps its width and label, shows a spinner and ignores clicks. */
export const Button = ({
  kind,
  size,
  wide,
  busy = false,
  type = 'button',
  children,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    className={buttonClass({ ...(kind && { kind }), ...(size && { size }), ...(wide && { wide }) })}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    onClick={(event) => {
      if (busy) event.preventDefault()
      else onClick?.(event)
    }}
  >
    {children}
    {busy && (
      <span className={styles.spinner}>
        <Spinner />
      </span>
    )}
  </button>
)
