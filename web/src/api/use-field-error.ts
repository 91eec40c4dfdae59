import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { fieldText } from './problem-text'

/** Texts of the field errors of a form; the errors are problem codes from its schema or the server. */
export function useFieldError(errors: Readonly<Record<string, ReactNode>>) {
  const { i18n } = useLingui()
  return (field: string): string | undefined => {
    const message = errors[field]
    return typeof message === 'string' ? i18n._(fieldText(message)) : undefined
  }
}
