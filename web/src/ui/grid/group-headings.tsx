// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be drawn in parts as they come into sight
import { ConsoleIcon } from '../console-icon'
import styles from './grid.module.css'
import type { GroupRun, Layout } from './layout'

interface GroupHeadingsProps {
  gridId: string
  layout: Layout
  groups: readonly GroupRun[]
  /** The rendered unpinned columns: `start` inclusive, `end` exclusive. */
  start: number
  end: number
  /** Pixels. */
  height: number
  /** Position of the active cell in this row; -1 for none. */
  active: number
  onMenu(run: GroupRun, anchorRect: DOMRect): void
}

/** The row of column groups above the headings. A press opens a group's menu; its name stays visible while its columns scroll. */
export function GroupHeadings({ gridId, layout, groups, start, end, height, active, onMenu }: GroupHeadingsProps) {
  /** Whether the group began among the pinned columns, where its name is shown. */
  const isContinued = ({ group, start: from }: GroupRun) =>
    groups.some((other) => other.end === from && other.group?.id === group?.id)
  const heading = (run: GroupRun) => {
    const { group } = run
    const left = layout.offsets[run.start] ?? 0
    const cellProps = {
      'aria-colindex': run.start + 1,
      'aria-colspan': run.end - run.start,
      className: styles.group,
      style: { left, width: (layout.offsets[run.end] ?? 0) - left },
    }
    if (!group) return <div key={run.start} role="gridcell" {...cellProps} />
    const isActive = active >= run.start && active < run.end
    const open = (element: Element) => onMenu(run, (element.firstElementChild ?? element).getBoundingClientRect())
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys for its active cell
      <div
        key={run.start}
        role="columnheader"
        {...cellProps}
        aria-haspopup="menu"
        id={isActive ? `${gridId}-active` : undefined}
        data-group={run.start}
        data-active={isActive || undefined}
        onClick={(event) => open(event.currentTarget)}
        onContextMenu={(event) => {
          event.preventDefault()
          open(event.currentTarget)
        }}
      >
        {isContinued(run) ? (
          <span className="said-only">{group.title}</span>
        ) : (
          <span
            className={styles.groupTitle}
            style={{ left: run.end > layout.pinned ? layout.pinnedWidth + 10 : undefined }}
          >
            <span className={styles.title}>{group.title}</span>
            <ConsoleIcon name="more" size={14} />
          </span>
        )}
      </div>
    )
  }
  const isPinned = (run: GroupRun) => run.end <= layout.pinned
  const isRendered = (run: GroupRun) => !isPinned(run) && run.end > start && run.start < end
  return (
    <div role="row" aria-rowindex={1} className={styles.groups} style={{ height }}>
      {layout.pinned > 0 && (
        <div className={styles.pinned} style={{ width: layout.pinnedWidth }}>
          {groups.filter(isPinned).map(heading)}
        </div>
      )}
      {groups.filter(isRendered).map(heading)}
    </div>
  )
}
