import { useLingui } from '@lingui/react/macro'
import type { FormDraft } from './use-draft'

/** A conflicting field as texts, and the two ways to resolve it. */
export interface FieldConflict {
  key: string
  label: string
  /** An unobtrusive remark beside the field: its stored value and who changed it. */
  note: string
  mine: string
  theirs: string
  by: string | undefined
  onMine(): void
  onTheirs(): void
}

/** How the fields of a draft are described in texts. */
export interface FieldDescriptions<V extends object> {
  label(field: keyof V & string): string
  /** A value as text; texts by default as they are. */
  textOf?: ((field: keyof V & string, value: V[keyof V & string]) => string) | undefined
  /** Who changed a field to this value, if known. */
  by?: ((field: keyof V & string, value: V[keyof V & string]) => string | undefined) | undefined
}

/** Describes the conflicts of a draft in texts. */
export function useConflicts() {
  const { t } = useLingui()
  return <V extends object>(draft: FormDraft<V>, { label, textOf, by }: FieldDescriptions<V>): FieldConflict[] =>
    draft.conflicts.map(({ field, mine, theirs }) => {
      const quoted = (value: V[keyof V & string]) => {
        const text = textOf ? textOf(field, value) : String(value ?? '')
        return text === '' ? t`empty` : t`“${text}”`
      }
      const who = by?.(field, theirs)
      const now = quoted(theirs)
      return {
        key: field,
        label: label(field),
        note: who ? t`Changed meanwhile by ${who}: ${now}` : t`Changed meanwhile: ${now}`,
        mine: quoted(mine),
        theirs: now,
        by: who,
        onMine: () => draft.keepMine(field),
        onTheirs: () => draft.takeTheirs(field),
      }
    })
}
