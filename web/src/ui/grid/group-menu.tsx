import { useLingui } from '@lingui/react/macro'
import { type Arrangement, groupsOf, showGroup } from './arrangement'
import { FloatingMenu } from './floating-menu'
import type { GridColumn } from './grid-column'
import type { GroupRun } from './layout'

interface GroupMenuProps {
  columns: readonly GridColumn[]
  run: GroupRun
  beside: DOMRect
  arrangement: Arrangement
  onArrange(next: Arrangement, said: string): void
  onTake(run: GroupRun): void
  onClose(): void
}

/** What can be done with a group of columns. */
export function GroupMenu({ columns, run, beside, arrangement, onArrange, onTake, onClose }: GroupMenuProps) {
  const { t } = useLingui()
  const group = groupsOf(columns).find(({ id }) => id === run.group?.id)
  if (!group) return null
  const { id, title, hideable } = group
  return (
    <FloatingMenu
      label={t`Columns of ${title}`}
      title={title}
      beside={beside}
      choices={[
        { key: 'take', words: t`Select these columns`, run: () => onTake(run) },
        {
          key: 'hide',
          words: t`Hide these columns`,
          run: hideable > 0 ? () => onArrange(showGroup(arrangement, id, false), t`${title} is hidden`) : undefined,
        },
      ]}
      onClose={onClose}
    />
  )
}
