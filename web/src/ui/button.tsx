import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { Spinner } from './spinner'

/** `primary` once a screen, `danger` for what destroys, `quiet` in bars and rows. */
export type ButtonKind = 'plain' | 'primary' | 'danger' | 'quiet'

interface Looks {
  kind?: ButtonKind
  size?: 'large' | 'small'
  wide?: boolean
}

/** Class names of the button look, for links that are drawn as buttons. */
export const buttonClass = ({ kind = 'plain', size = 'large', wide = false }: Looks = {}) =>
  [styles.button, styles[kind], styles[size], wide && styles.wide].filter(Boolean).join(' ')

type ButtonProps = ComponentProps<'button'> & Looks & { busy?: boolean }

/** A button. While `busy` it keeps its width and words, turns a spinner and takes no second click. */
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
