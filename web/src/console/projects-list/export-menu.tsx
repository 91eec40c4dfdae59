import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '../../ui/menu'
import type { MenuItem } from '../../ui/menu-items'

interface ExportMenuProps {
  /** There is no project to export. */
  isEmpty: boolean
  onProjectsCsv(): void
  onTopics(): void
  /** Entries of other tools, in their order. */
  further?: readonly MenuItem[]
}

/** What can be taken out of the list; each way of exporting is an entry. */
export function ExportMenu({ isEmpty, onProjectsCsv, onTopics, further = [] }: ExportMenuProps) {
  const { t } = useLingui()
  const items: MenuItem[] = [
    {
      key: 'csv',
      words: <Trans>Projects as CSV</Trans>,
      drawing: 'sheet',
      disabled: isEmpty,
      onChoose: onProjectsCsv,
    },
    { key: 'topics', words: <Trans>Export topics</Trans>, drawing: 'sheet', onChoose: onTopics },
    ...further,
  ]
  return <Menu label={t`Export`} drawing="sheet" items={items} />
}
