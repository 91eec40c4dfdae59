import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '../../ui/menu'
import type { MenuItem } from '../../ui/menu-items'

interface ExportMenuProps {
  /** There is no project to export. */
  isEmpty: boolean
  onProjectsCsv(): void
}

/** What can be taken out of the list; each way of exporting is an entry. */
export function ExportMenu({ isEmpty, onProjectsCsv }: ExportMenuProps) {
  const { t } = useLingui()
  const items: MenuItem[] = [
    {
      key: 'csv',
      words: <Trans>Projects as CSV</Trans>,
      drawing: 'sheet',
      disabled: isEmpty,
      onChoose: onProjectsCsv,
    },
  ]
  return <Menu label={t`Export`} drawing="sheet" items={items} />
}
