import { useLingui } from '@lingui/react/macro'
import { TextField } from '../../ui/field'

/** Read-only line with the customer of a new template or library. */
export function CustomerLine({ name }: { name: string }) {
  const { t } = useLingui()
  return <TextField label={t`Customer`} value={name} readOnly />
}
