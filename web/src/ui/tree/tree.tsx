import { type DragEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Drawn } from '../drawn'
import { chevronDown } from '../icons/chevron-down'
import { foundByTyping, nothingTyped, typedWith } from '../typing'
import { useWindowedRows } from '../use-windowed-rows'
import styles from './tree.module.css'
import { stepOf, type TreeStep } from './tree-keys'
import type { TreeNode, TreeRow } from './tree-rows'
import { type Choosing, choosingOf, chosenAfter } from './tree-selection'
import { usePlaceOf, useTreeRows } from './use-tree-rows'

/** Rows of a tree that are chosen, several at a time, and what is done with them. */
export interface TreeSelection {
  chosen: ReadonlySet<string>
  onChoose(chosen: ReadonlySet<string>): void
  /** Enter or a double click: on what is chosen, or on the current row where nothing is. */
  onAct(ids: ReadonlySet<string>): void
  /** Any other key, on the same; true when it was one of the place that shows the tree. */
  onKey?(event: KeyboardEvent, ids: ReadonlySet<string>): boolean
  /** What is chosen begins to be dragged. Left out, rows cannot be. */
  onDrag?(transfer: DataTransfer, ids: ReadonlySet<string>): void
  /** It is dragged no more, whether or not it was dropped. */
  onDragEnd?(): void
}

interface TreeProps<Node extends TreeNode> {
  /** Names it for a screen reader. */
  label: string
  nodes: readonly Node[]
  /** Ids of the nodes that are open; the place that shows the tree keeps them. */
  open: ReadonlySet<string>
  onOpen(open: ReadonlySet<string>): void
  /** Left out, the current row is the chosen one, and Enter and Space open and close it. */
  selection?: TreeSelection
  /** It takes the height of the place that shows it. */
  fills?: boolean
  /** What a row shows; default its label. It stays within one line. */
  children?(node: Node): ReactNode
}

/** Pixels, as in the style sheet. */
const rowHeight = 36

/**
 * A tree of any size (WAI-ARIA tree view): drawn as far as it is in sight, walked by arrows, Home, End, asterisk and by typing. The
 * focus stays on the tree, which names the current row; that row is always drawn.
 */
export function Tree<Node extends TreeNode>(props: TreeProps<Node>) {
  const { label, nodes, open, onOpen, selection, fills, children } = props
  const rows = useTreeRows(nodes, open)
  const prefix = useId()
  const box = useRef<HTMLDivElement>(null)
  const typed = useRef(nothingTyped)
  const anchor = useRef<string>(undefined)
  const [currentId, setCurrentId] = useState<string>()
  const { start, end, slots, follow } = useWindowedRows(rows.length, rowHeight)
  const current = usePlaceOf(rows, currentId)
  const inSight = Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at)
  const isCurrentInSight = rows.length === 0 || (current >= start && current < end)
  const drawn = isCurrentInSight ? inSight : [...inSight, current]

  function goTo(at: number) {
    setCurrentId(rows[at]?.node.id)
    bringIntoSight(box.current, at)
  }

  function apply({ current: next, open: opened, close }: TreeStep) {
    if (next !== undefined) goTo(next)
    if (opened) onOpen(new Set([...open, ...opened]))
    if (close !== undefined) onOpen(new Set([...open].filter((id) => id !== close)))
  }

  /** Chooses the row at a place; a range goes on from the row that was chosen before. */
  function choose({ chosen, onChoose }: TreeSelection, at: number, choosing: Choosing) {
    const id = rows[at]?.node.id
    if (choosing !== 'range') anchor.current = id
    else if (anchor.current === undefined) anchor.current = rows[current]?.node.id
    onChoose(chosenAfter(choosing, at, rows, chosen, anchor.current))
  }

  /** What is chosen, or the row at a place where that is not among it. */
  const takenAt = (at: number, chosen: ReadonlySet<string>): ReadonlySet<string> => {
    const id = rows[at]?.node.id
    return id === undefined || chosen.has(id) ? chosen : new Set([id])
  }

  /** True when the key was one of the selection. */
  function onSelectionKey(event: KeyboardEvent, taken: TreeSelection): boolean {
    const { key, ctrlKey, metaKey, shiftKey } = event
    const ids = taken.chosen.size > 0 ? taken.chosen : takenAt(current, taken.chosen)
    const isTyping = typedWith(typed.current, event) !== undefined
    if (key === 'Enter') taken.onAct(ids)
    else if (key === ' ' && !isTyping) choose(taken, current, shiftKey ? 'range' : 'toggle')
    else if (key === 'a' && (ctrlKey || metaKey)) taken.onChoose(new Set(rows.map(({ node }) => node.id)))
    else if (key === 'Escape' && taken.chosen.size > 0) taken.onChoose(new Set())
    else if (shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
      const next = stepOf(key, rows, current, open)?.current ?? current
      choose(taken, next, 'range')
      goTo(next)
    } else return taken.onKey?.(event, ids) ?? false
    return true
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event
    if (selection && onSelectionKey(event, selection)) return event.preventDefault()
    if (ctrlKey || metaKey || altKey) return
    const letters = key === '*' ? undefined : typedWith(typed.current, event)
    if (letters) {
      typed.current = letters
      const labelAt = (at: number) => rows[at]?.node.label ?? ''
      const found = foundByTyping(letters.text, { length: rows.length, labelAt }, current)
      if (found !== undefined) goTo(found)
      event.preventDefault()
      return
    }
    const step = stepOf(key, rows, current, open)
    if (!step) return
    event.preventDefault()
    apply(step)
  }

  function onClick(event: MouseEvent) {
    const at = placeOf(event.target)
    if (at === undefined) return
    const row = rows[at]
    const isSign = event.target instanceof Element && event.target.closest('[data-sign]') !== null
    if (selection && !isSign) choose(selection, at, choosingOf(event))
    setCurrentId(row?.node.id)
    box.current?.focus()
    if (selection && !isSign) return
    if (row?.node.children) apply(open.has(row.node.id) ? { close: row.node.id } : { open: [row.node.id] })
  }

  function onDoubleClick({ target }: MouseEvent) {
    const at = placeOf(target)
    if (selection && at !== undefined) selection.onAct(takenAt(at, selection.chosen))
  }

  function onDragStart({ target, dataTransfer }: DragEvent) {
    const at = placeOf(target)
    if (!selection || at === undefined) return
    const ids = takenAt(at, selection.chosen)
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
      onScroll={follow}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onDragStart={onDragStart}
      onDragEnd={selection?.onDragEnd}
    >
      <div role="presentation" className={styles.rows} style={{ height: rows.length * rowHeight }}>
        {drawn.map((at) => {
          const row = rows[at]
          return (
            row && (
              <Row
                // The elements of rows that are scrolled out of sight are those of the rows that come into it.
                key={isCurrentInSight || at !== current ? at % slots : 'current'}
                prefix={prefix}
                row={row}
                at={at}
                isOpen={row.node.children && open.has(row.node.id)}
                isCurrent={at === current}
                isChosen={selection ? selection.chosen.has(row.node.id) : at === current}
                isDragged={selection?.onDrag !== undefined}
                words={children}
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
  /** Its place from the top. */
  at: number
  /** Undefined where there is nothing to open. */
  isOpen: boolean | undefined
  isCurrent: boolean
  isChosen: boolean
  isDragged: boolean
  words: ((node: Node) => ReactNode) | undefined
}

/** One row. What is done with it the tree hears: a row that is scrolled on is not made anew. */
function Row<Node extends TreeNode>(props: RowProps<Node>) {
  const { prefix, row, at, isOpen, isCurrent, isChosen, isDragged, words } = props
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
        {isOpen !== undefined && <Drawn drawing={chevronDown} size={16} />}
      </span>
      <span className={styles.words}>{words ? words(node) : node.label}</span>
    </div>
  )
}

/** The place of the row that something happened on; undefined between and beneath the rows. */
function placeOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null
  return row ? Number(row.dataset.at) : undefined
}

/** Scrolls the tree until a row is in sight, and what is around it until the tree is. */
function bringIntoSight(box: HTMLDivElement | null, at: number) {
  if (!box) return
  const top = at * rowHeight
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + rowHeight - box.clientHeight
  box.scrollIntoView({ block: 'nearest' })
}
