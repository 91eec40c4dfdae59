import { type DragEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef } from 'react'
import { chevronDown } from '../icons/chevron-down'
import { SvgIcon } from '../svg-icon'
import { emptyTypeahead, extendTypeahead, findByTypeahead } from '../typeahead'
import { isPageKey } from '../use-page-shortcuts'
import { useWindowedRows } from '../use-windowed-rows'
import styles from './tree.module.css'
import { stepOf, type TreeStep } from './tree-keys'
import type { TreeNode, TreeRow } from './tree-rows'
import { nextSelection, type SelectMode, selectModeOf } from './tree-selection'
import { useCurrentRow } from './use-current-row'
import { useTreeRows } from './use-tree-rows'

/** Multiple selection in a tree, and its actions. */
export interface TreeSelection {
  chosen: ReadonlySet<string>
  onChoose(chosen: ReadonlySet<string>): void
  /**
   * Enter or a double click, with the selected nodes, or the current one if none is selected. Without any if the
   * person did not go to the current one: it is the first one, or has replaced a removed one.
   */
  onActivate(ids: ReadonlySet<string>): void
  /** Any other key, with the same nodes; returns whether it was handled. */
  onKey?(event: KeyboardEvent, ids: ReadonlySet<string>): boolean
  /** A drag of the selected nodes starts. Without it, rows are not draggable. */
  onDrag?(transfer: DataTransfer, ids: ReadonlySet<string>): void
  /** The drag has ended, with or without a drop. */
  onDragEnd?(): void
}

interface TreeProps<Node extends TreeNode> {
  /** Names it for screen readers. */
  label: string
  nodes: readonly Node[]
  /** Ids of the open nodes, kept by the parent component. */
  open: ReadonlySet<string>
  onOpen(open: ReadonlySet<string>): void
  /** Without it, the current row is the selected one, and Enter and Space open and close it. */
  selection?: TreeSelection
  /** Fills the height of its container. */
  fills?: boolean
  /** The nodes are those that a search found. */
  isFiltered?: boolean
  /** Renders a row in one line; by default its label. */
  children?(node: Node): ReactNode
}

/** Height of a row in pixels, as in the style sheet. */
const rowHeight = 36

/**
 * A tree of any size (WAI-ARIA tree view pattern) with virtual scrolling. Navigated by arrows, Home, End, asterisk and
 * type-ahead. The focus stays on the tree, which names the current row; that row is always rendered.
 */
export function Tree<Node extends TreeNode>(props: TreeProps<Node>) {
  const { label, nodes, open, onOpen, selection, fills, isFiltered = false, children } = props
  const rows = useTreeRows(nodes, open)
  const prefix = useId()
  const box = useRef<HTMLDivElement>(null)
  const typed = useRef(emptyTypeahead)
  const anchor = useRef<string>(undefined)
  const { start, end, slots, onScroll } = useWindowedRows(rows.length, rowHeight)
  const { current, isActive, setCurrent } = useCurrentRow(rows, isFiltered)
  const inSight = Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at)
  const isCurrentInSight = rows.length === 0 || (current >= start && current < end)
  const renderedIndexes = isCurrentInSight ? inSight : [...inSight, current]

  function goTo(at: number) {
    setCurrent(at)
    scrollRowIntoView(box.current, at)
  }

  function apply({ current: next, open: opened, close }: TreeStep) {
    if (next !== undefined) goTo(next)
    if (opened) onOpen(new Set([...open, ...opened]))
    if (close !== undefined) onOpen(new Set([...open].filter((id) => id !== close)))
  }

  /** Selects the row at an index; a range extends from the row selected before. */
  function choose({ chosen, onChoose }: TreeSelection, at: number, mode: SelectMode) {
    const id = rows[at]?.node.id
    if (mode !== 'range') anchor.current = id
    else if (anchor.current === undefined) anchor.current = rows[current]?.node.id
    onChoose(nextSelection(mode, at, rows, chosen, anchor.current))
  }

  /** The selection, or the row at an index if it is not selected. */
  const affectedIds = (at: number, chosen: ReadonlySet<string>): ReadonlySet<string> => {
    const id = rows[at]?.node.id
    return id === undefined || chosen.has(id) ? chosen : new Set([id])
  }

  /** Handles keys of the selection; returns whether it did. */
  function onSelectionKey(event: KeyboardEvent, selected: TreeSelection): boolean {
    const { key, ctrlKey, metaKey, shiftKey } = event
    const ids = selected.chosen.size > 0 || !isActive ? selected.chosen : affectedIds(current, selected.chosen)
    const isTyping = extendTypeahead(typed.current, event) !== undefined
    if (key === 'Enter') selected.onActivate(ids)
    else if (key === ' ' && !isTyping) choose(selected, current, shiftKey ? 'range' : 'toggle')
    else if (key === 'a' && (ctrlKey || metaKey)) selected.onChoose(new Set(rows.map(({ node }) => node.id)))
    else if (key === 'Escape' && selected.chosen.size > 0) selected.onChoose(new Set())
    else if (shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
      const next = stepOf(key, rows, current, open)?.current ?? current
      choose(selected, next, 'range')
      goTo(next)
    } else return selected.onKey?.(event, ids) ?? false
    return true
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event
    if (selection && onSelectionKey(event, selection)) return event.preventDefault()
    if (ctrlKey || metaKey || altKey) return
    const letters = key === '*' ? undefined : extendTypeahead(typed.current, event)
    if (letters && !isPageKey(letters.text)) {
      typed.current = letters
      const labelAt = (at: number) => rows[at]?.node.label ?? ''
      const found = findByTypeahead(letters.text, { length: rows.length, labelAt }, current)
      if (found !== undefined) goTo(found)
      event.preventDefault()
      return
    }
    const step = stepOf(key, rows, current, open)
    if (!step) return
    event.preventDefault()
    apply(step)
  }

  /** Tab that leads to the tree leads to its current row. */
  function onKeyUp({ key }: KeyboardEvent) {
    if (key === 'Tab') setCurrent(current)
  }

  function onClick(event: MouseEvent) {
    const at = rowIndexUnder(event.target)
    if (at === undefined) return
    const row = rows[at]
    const isSign = event.target instanceof Element && event.target.closest('[data-sign]') !== null
    if (selection && !isSign) choose(selection, at, selectModeOf(event))
    setCurrent(at)
    box.current?.focus()
    if (selection && !isSign) return
    if (row?.node.children) apply(open.has(row.node.id) ? { close: row.node.id } : { open: [row.node.id] })
  }

  function onDoubleClick({ target }: MouseEvent) {
    const at = rowIndexUnder(target)
    if (selection && at !== undefined) selection.onActivate(affectedIds(at, selection.chosen))
  }

  function onDragStart({ target, dataTransfer }: DragEvent) {
    const at = rowIndexUnder(target)
    if (!selection || at === undefined) return
    const ids = affectedIds(at, selection.chosen)
    if (ids !== selection.chosen) choose(selection, at, 'only')
    selection.onDrag?.(dataTransfer, ids)
  }

  return (
    <div
      ref={box}
      className={styles.tree}
      role="tree"
      data-fills={fills || undefined}
      aria-label={label}
      aria-multiselectable={selection ? true : undefined}
      aria-activedescendant={rows.length > 0 ? `${prefix}${rows[current]?.node.id}` : undefined}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onKeyUp={onKeyUp}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onDragStart={onDragStart}
      onDragEnd={selection?.onDragEnd}
    >
      <div role="presentation" className={styles.rows} style={{ height: rows.length * rowHeight }}>
        {renderedIndexes.map((at) => {
          const row = rows[at]
          return (
            row && (
              <Row
                // Elements of rows scrolled out of view are reused for those scrolled into it.
                key={isCurrentInSight || at !== current ? at % slots : 'current'}
                prefix={prefix}
                row={row}
                at={at}
                isOpen={row.node.children && open.has(row.node.id)}
                isCurrent={at === current}
                isChosen={selection ? selection.chosen.has(row.node.id) : at === current}
                isDragged={selection?.onDrag !== undefined}
                renderContent={children}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

interface RowProps<Node extends TreeNode> {
  prefix: string
  row: TreeRow<Node>
  /** Its index from the top. */
  at: number
  /** Undefined for a leaf. */
  isOpen: boolean | undefined
  isCurrent: boolean
  isChosen: boolean
  isDragged: boolean
  renderContent: ((node: Node) => ReactNode) | undefined
}

/** One row. Events are handled by the tree, so that rows are not re-rendered on scroll. */
function Row<Node extends TreeNode>(props: RowProps<Node>) {
  const { prefix, row, at, isOpen, isCurrent, isChosen, isDragged, renderContent } = props
  const { level, position, setSize, node } = row
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the tree
    <div
      id={`${prefix}${node.id}`}
      role="treeitem"
      className={styles.row}
      style={{ top: at * rowHeight, paddingInlineStart: `calc(var(--space-24) * ${level - 1} + var(--space-8))` }}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={setSize}
      aria-expanded={isOpen}
      aria-selected={isChosen}
      data-at={at}
      data-current={isCurrent || undefined}
      title={node.label}
      draggable={isDragged || undefined}
    >
      <span className={styles.sign} data-sign data-open={isOpen}>
        {isOpen !== undefined && <SvgIcon icon={chevronDown} size={16} />}
      </span>
      <span className={styles.words}>{renderContent ? renderContent(node) : node.label}</span>
    </div>
  )
}

/** Index of the row that contains an event target; undefined between and below the rows. */
function rowIndexUnder(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null
  return row ? Number(row.dataset.at) : undefined
}

/** Scrolls the tree to a row, and the page to the tree. */
function scrollRowIntoView(box: HTMLDivElement | null, at: number) {
  if (!box) return
  const top = at * rowHeight
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + rowHeight - box.clientHeight
  box.scrollIntoView({ block: 'nearest' })
}
