import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Drawn } from '../drawn'
import { chevronDown } from '../icons/chevron-down'
import { useWindowedRows } from '../use-windowed-rows'
import styles from './tree.module.css'
import { foundByTyping, stepOf, type TreeStep } from './tree-keys'
import { rowsOf, type TreeNode, type TreeRow } from './tree-rows'

interface TreeProps<Node extends TreeNode> {
  /** Names it for a screen reader. */
  label: string
  nodes: readonly Node[]
  /** Ids of the nodes that are open; the place that shows the tree keeps them. */
  open: ReadonlySet<string>
  onOpen(open: ReadonlySet<string>): void
  /** What a row shows; default its label. It stays within one line. */
  children?(node: Node): ReactNode
}

/** Pixels, as in the style sheet. */
const rowHeight = 36

/** What is typed within so many milliseconds is one word. */
const typingMs = 700

/**
 * A tree of any size (WAI-ARIA tree view): drawn as far as it is in sight, walked by arrows, Home, End, asterisk and by typing. The
 * focus stays on the tree, which names the current row; that row is always drawn.
 */
export function Tree<Node extends TreeNode>({ label, nodes, open, onOpen, children }: TreeProps<Node>) {
  const rows = rowsOf(nodes, open)
  const prefix = useId()
  const box = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const [currentId, setCurrentId] = useState<string>()
  const { start, end, follow } = useWindowedRows(rows.length, rowHeight)
  const current = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === currentId),
  )
  const inSight = Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at)
  const drawn = rows.length === 0 || (current >= start && current < end) ? inSight : [...inSight, current]

  function goTo(at: number) {
    setCurrentId(rows[at]?.node.id)
    bringIntoSight(box.current, at)
  }

  function apply({ current: next, open: opened, close }: TreeStep) {
    if (next !== undefined) goTo(next)
    if (opened) onOpen(new Set([...open, ...opened]))
    if (close !== undefined) onOpen(new Set([...open].filter((id) => id !== close)))
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, timeStamp, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    const goesOn = timeStamp - typed.current.at < typingMs && typed.current.text !== ''
    const isLetter = [...key].length === 1 && (key !== ' ' || goesOn) && key !== '*'
    if (isLetter) {
      typed.current = { text: goesOn ? typed.current.text + key : key, at: timeStamp }
      const found = foundByTyping(typed.current.text, rows, current)
      if (found !== undefined) goTo(found)
      event.preventDefault()
      return
    }
    const step = stepOf(key, rows, current, open)
    if (!step) return
    event.preventDefault()
    apply(step)
  }

  function onClick(at: number) {
    const row = rows[at]
    setCurrentId(row?.node.id)
    box.current?.focus()
    if (row?.node.children) apply(open.has(row.node.id) ? { close: row.node.id } : { open: [row.node.id] })
  }

  return (
    <div
      ref={box}
      className={styles.tree}
      role="tree"
      aria-label={label}
      aria-activedescendant={rows.length > 0 ? `${prefix}${rows[current]?.node.id}` : undefined}
      tabIndex={0}
      onScroll={follow}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles.rows} style={{ height: rows.length * rowHeight }}>
        {drawn.map((at) => {
          const row = rows[at]
          return (
            row && (
              <Row
                key={row.node.id}
                id={`${prefix}${row.node.id}`}
                row={row}
                top={at * rowHeight}
                isOpen={row.node.children && open.has(row.node.id)}
                isCurrent={at === current}
                onClick={() => onClick(at)}
              >
                {children ? children(row.node) : row.node.label}
              </Row>
            )
          )
        })}
      </div>
    </div>
  )
}

interface RowProps {
  id: string
  row: TreeRow
  top: number
  /** Undefined where there is nothing to open. */
  isOpen: boolean | undefined
  isCurrent: boolean
  onClick(): void
  children: ReactNode
}

const Row = ({ id, row: { level, position, setSize, node }, top, isOpen, isCurrent, onClick, children }: RowProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the tree
  <div
    id={id}
    role="treeitem"
    className={styles.row}
    style={{ top, paddingInlineStart: `calc(var(--space-24) * ${level - 1} + var(--space-8))` }}
    aria-level={level}
    aria-posinset={position}
    aria-setsize={setSize}
    aria-expanded={isOpen}
    aria-selected={isCurrent}
    data-current={isCurrent || undefined}
    title={node.label}
    onClick={onClick}
  >
    <span className={styles.sign} data-open={isOpen}>
      {isOpen !== undefined && <Drawn drawing={chevronDown} size={16} />}
    </span>
    <span className={styles.words}>{children}</span>
  </div>
)

/** Scrolls the tree until a row is in sight, and what is around it until the tree is. */
function bringIntoSight(box: HTMLDivElement | null, at: number) {
  if (!box) return
  const top = at * rowHeight
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + rowHeight - box.clientHeight
  box.scrollIntoView({ block: 'nearest' })
}
