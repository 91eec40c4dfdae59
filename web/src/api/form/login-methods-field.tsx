import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox } from '../../ui/checkbox'
import { Fieldset } from '../../ui/fieldset'
import type { MethodNames } from './login-methods'
import styles from './login-methods-field.module.css'

interface LoginMethodsFieldProps {
  ids: readonly string[]
  names: MethodNames
  value: readonly string[]
  /** What applies while nothing is selected: the project's methods, else the customer's. */
  inherited: readonly string[]
  /** An unobtrusive remark that somebody else has changed them. */
  note?: string | undefined
  onChange(value: readonly string[]): void
}

/** Shown for members without login methods of their own: 'default' and the inherited ones, or 'any'. */
export function InheritedMethods({ names, inherited }: Pick<LoginMethodsFieldProps, 'names' | 'inherited'>) {
  const { t } = useLingui()
  return inherited.length === 0 ? t`any` : t`default ${inherited.map(names.of).join(', ')}`
}

/** The login methods that a member may use; an empty selection inherits. */
export function LoginMethodsField({ ids, names, value, inherited, note, onChange }: LoginMethodsFieldProps) {
  return (
    <Fieldset legend={<Trans>Login methods</Trans>}>
      {value.length === 0 && (
        <p className={styles.inherited}>
          <InheritedMethods names={names} inherited={inherited} />
        </p>
      )}
      <ul className={styles.methods}>
        {ids.map((id) => (
          <li key={id}>
            <Checkbox
              label={names.of(id)}
              checked={value.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, id] : value.filter((method) => method !== id))
              }
            />
          </li>
        ))}
      </ul>
      {note && <p className={styles.inherited}>{note}</p>}
    </Fieldset>
  )
}
