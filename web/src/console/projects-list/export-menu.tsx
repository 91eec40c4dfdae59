import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '../../ui/menu'
import type { MenuItem } from '../../ui/menu-items'

interface ExportMenuProps {
  /** There is no project to export. */
  isEmpty: boolean
  onProjectsCsv(): void
  onTopics(): void
  /** Additional entries, in their order. */
  additionalItems?: readonly MenuItem[]
}

/** The menu of exports of the list. */
export function ExportMenu({ isEmpty, onProjectsCsv, onTopics, additionalItems = [] }: ExportMenuProps) {
  const { t } = useLingui()
  const items: MenuItem[] = [
    {
      key: 'csv',
      label: <Trans>Projects as CSV</Trans>,
      icon: 'sheet',
      disabled: isEmpty,
      onChoose: onProjectsCsv,
    },
    { key: 'topics', label: <Trans>Export topics</Trans>, icon: 'sheet', onChoose: onTopics },
    ...additionalItems,
  ]
  return <Menu label={t`Export`} icon="sheet" items={items} />
}
