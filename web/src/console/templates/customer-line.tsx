import { useLingui } from '@lingui/react/macro'
import { TextField } from '../../ui/field'

/** Whose template or library it becomes: shown, and not to be changed. */
export function CustomerLine({ name }: { name: string }) {
  const { t } = useLingui()
  return <TextField label={t`Customer`} value={name} readOnly />
}
