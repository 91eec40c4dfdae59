import { useLingui } from '@lingui/react/macro'
import { type Arrangement, groupsOf, setGroupVisible } from './arrangement'
import { FloatingMenu } from './floating-menu'
import type { GridColumn } from './grid-column'
import type { GroupRun } from './layout'

interface GroupMenuProps {
  columns: readonly GridColumn[]
  run: GroupRun
  anchorRect: DOMRect
  arrangement: Arrangement
  onArrange(next: Arrangement, announcement: string): void
  onSelectColumns(run: GroupRun): void
  onClose(): void
}

/** Menu of a group of columns. */
export function GroupMenu({
  columns,
  run,
  anchorRect,
  arrangement,
  onArrange,
  onSelectColumns,
  onClose,
}: GroupMenuProps) {
  const { t } = useLingui()
  const group = groupsOf(columns).find(({ id }) => id === run.group?.id)
  if (!group) return null
  const { id, title, hideable } = group
  return (
    <FloatingMenu
      label={t`Columns of ${title}`}
      title={title}
      anchorRect={anchorRect}
      choices={[
        { key: 'take', label: t`Select these columns`, run: () => onSelectColumns(run) },
        {
          key: 'hide',
          label: t`Hide these columns`,
          run:
            hideable > 0 ? () => onArrange(setGroupVisible(arrangement, id, false), t`${title} is hidden`) : undefined,
        },
      ]}
      onClose={onClose}
    />
  )
}
