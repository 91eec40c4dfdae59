// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be drawn in parts as they come into sight
import { Drawing } from '../drawing'
import styles from './grid.module.css'
import type { GroupRun, Layout } from './layout'

interface GroupHeadingsProps {
  gridId: string
  layout: Layout
  groups: readonly GroupRun[]
  /** The columns that scroll and are drawn: from, and up to but not including. */
  start: number
  end: number
  /** Pixels. */
  height: number
  /** Position of the active cell in this row; -1 for none. */
  active: number
  onMenu(run: GroupRun, beside: DOMRect): void
}

/** The row of the groups above the headings. A press opens a group's menu; its name stays in sight as its columns pass. */
export function GroupHeadings({ gridId, layout, groups, start, end, height, active, onMenu }: GroupHeadingsProps) {
  /** The rest of a group that begins with the pinned columns: its name stands there. */
  const isContinued = ({ group, start: from }: GroupRun) =>
    groups.some((other) => other.end === from && other.group?.id === group?.id)
  const heading = (run: GroupRun) => {
    const { group } = run
    const left = layout.offsets[run.start] ?? 0
    const place = {
      'aria-colindex': run.start + 1,
      'aria-colspan': run.end - run.start,
      className: styles.group,
      style: { left, width: (layout.offsets[run.end] ?? 0) - left },
    }
    if (!group) return <div key={run.start} role="gridcell" {...place} />
    const isActive = active >= run.start && active < run.end
    const open = (element: Element) => onMenu(run, (element.firstElementChild ?? element).getBoundingClientRect())
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys for its active cell
      <div
        key={run.start}
        role="columnheader"
        {...place}
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
            <Drawing name="more" size={14} />
          </span>
        )}
      </div>
    )
  }
  const isPinned = (run: GroupRun) => run.end <= layout.pinned
  const isInSight = (run: GroupRun) => !isPinned(run) && run.end > start && run.start < end
  return (
    <div role="row" aria-rowindex={1} className={styles.groups} style={{ height }}>
      {layout.pinned > 0 && (
        <div className={styles.pinned} style={{ width: layout.pinnedWidth }}>
          {groups.filter(isPinned).map(heading)}
        </div>
      )}
      {groups.filter(isInSight).map(heading)}
    </div>
  )
}
