import { useLingui } from '@lingui/react/macro'
import type { FormDraft } from './use-draft'

/** A field that somebody else has changed as well, in words, and the two decisions about it. */
export interface ShownConflict {
  key: string
  label: string
  /** Says quietly, beside the field, what it is by now and by whom. */
  note: string
  mine: string
  theirs: string
  by: string | undefined
  onMine(): void
  onTheirs(): void
}

/** How the fields of a draft are worded. */
export interface FieldWords<V extends object> {
  label(field: keyof V & string): string
  /** A value in words; a text says itself. */
  textOf?: ((field: keyof V & string, value: V[keyof V & string]) => string) | undefined
  /** Who changed a field to this value, where the records tell. */
  by?: ((field: keyof V & string, value: V[keyof V & string]) => string | undefined) | undefined
}

/** Words the conflicts of a draft. */
export function useConflicts() {
  const { t } = useLingui()
  return <V extends object>(draft: FormDraft<V>, { label, textOf, by }: FieldWords<V>): ShownConflict[] =>
    draft.conflicts.map(({ field, mine, theirs }) => {
      const inWords = (value: V[keyof V & string]) => {
        const text = textOf ? textOf(field, value) : String(value ?? '')
        return text === '' ? t`empty` : t`“${text}”`
      }
      const who = by?.(field, theirs)
      const now = inWords(theirs)
      return {
        key: field,
        label: label(field),
        note: who ? t`Changed meanwhile by ${who}: ${now}` : t`Changed meanwhile: ${now}`,
        mine: inWords(mine),
        theirs: now,
        by: who,
        onMine: () => draft.keepMine(field),
        onTheirs: () => draft.takeTheirs(field),
      }
    })
}
