import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { fieldText } from './problem-text'

/** Words for what is wrong with each field of a form, whose errors are problem codes: of its schema or of the server. */
export function useFieldError(errors: Readonly<Record<string, ReactNode>>) {
  const { i18n } = useLingui()
  return (field: string): string | undefined => {
    const message = errors[field]
    return typeof message === 'string' ? i18n._(fieldText(message)) : undefined
  }
}
