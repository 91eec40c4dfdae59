import { useLingui as useI18n } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ProjectTemplate } from '@lintel/contract/projects/project-templates'
import { maxTemplateEntries, type TemplateEntry } from '@lintel/contract/projects/template-content'
import { isAll } from '@lintel/contract/projects/template-resources'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { ConsoleIcon } from '../../ui/console-icon'
import { EmptyState } from '../../ui/empty-state'
import { Tree } from '../../ui/tree/tree'
import { idsOfParents } from '../../ui/tree/tree-rows'
import { useExistingIds, useOpenExcept } from '../../ui/tree/use-tree-rows'
import { handleUndoKey, type UndoHandlers } from '../../ui/undo-key'
import { EntryLabel } from './entry-label'
import { type EntryLibrary, type EntryNode, entriesIn } from './template-tree'
import styles from './templates.module.css'
import { useTemplateTree } from './use-template-tree'

interface TemplatePanelProps {
  template: ProjectTemplate
  /** The customer's libraries by id. */
  libraries: ReadonlyMap<string, EntryLibrary>
  colours: ReadonlyMap<string, string>
  /** Actions on the entries; undefined where they are read-only. */
  building?: TemplateBuilding
}

export interface TemplateBuilding {
  onRename(node: EntryNode & { entry: TemplateEntry }): void
  onRemove(entries: readonly TemplateEntry[]): void
  /** The entries dragged from the library were dropped here; undefined while nothing is dragged. */
  onDrop: (() => void) | undefined
  undoHandlers: UndoHandlers
}

/** The entries of a template as a tree, each with the colour and name of its library. */
export function TemplatePanel({ template, libraries, colours, building }: TemplatePanelProps) {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [lastChosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isOver, setOver] = useState(false)
  const tree = useTemplateTree(template.content, libraries)
  const open = useOpenExcept(tree, closed)
  const chosen = useExistingIds(tree, lastChosen)
  const selected = entriesIn(tree, chosen)
  const only = renamable(tree, chosen)
  const count = template.content.length
  const panel = useRef<HTMLElement>(null)

  /** The focus goes to the tree, as the pressed button is disabled without a selection; to the panel when no entries are left. */
  function remove(entries: readonly TemplateEntry[]) {
    const isTreeLeft = entries.length < count
    const tree = panel.current?.querySelector<HTMLElement>('[aria-multiselectable]')
    ;(isTreeLeft ? tree : panel.current)?.focus()
    building?.onRemove(entries)
  }

  /** A key that is held down removes once, not the next entries as well. */
  function removeByKey({ repeat }: KeyboardEvent, entries: readonly TemplateEntry[]) {
    if (!repeat && entries.length > 0) remove(entries)
  }

  return (
    <section
      ref={panel}
      tabIndex={building && -1}
      className={styles.side}
      aria-label={t`Template ${template.name}`}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!building?.onDrop) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        building?.onDrop?.()
      }}
    >
      {building && (
        <div className={styles.acts}>
          <Button size="small" disabled={!only} onClick={() => only && building.onRename(only)}>
            <ConsoleIcon name="edit" size={16} />
            <Trans>Rename</Trans>
          </Button>
          <Button size="small" disabled={selected.length === 0} onClick={() => remove(selected)}>
            <ConsoleIcon name="trash" size={16} />
            <Trans>Remove</Trans>
          </Button>
        </div>
      )}
      {count === 0 ? (
        <EmptyState title={<Trans>This template is empty</Trans>}>
          {building && (
            <p>
              <Trans>
                Choose in a library what new projects begin with, and add it by the arrow, Enter or dragging.
              </Trans>
            </p>
          )}
        </EmptyState>
      ) : (
        <Tree
          label={t`Entries of ${template.name}`}
          nodes={tree}
          open={open}
          onOpen={(next) => setClosed(new Set(idsOfParents(tree).filter((id) => !next.has(id))))}
          fills
          {...(building && {
            selection: {
              chosen,
              onChoose: setChosen,
              onActivate: (ids) => {
                const node = renamable(tree, ids)
                if (node) building.onRename(node)
              },
              onKey: (event, ids) => {
                const node = renamable(tree, ids)
                if (event.key === 'Delete' || event.key === 'Backspace') removeByKey(event, entriesIn(tree, ids))
                else if (event.key === 'F2' && node) building.onRename(node)
                else return handleUndoKey(event, building.undoHandlers)
                return true
              },
            },
          })}
        >
          {(node) => (
            <EntryLabel
              node={node}
              library={node.entry && libraries.get(node.entry.sourceProjectId)}
              colour={node.entry && colours.get(node.entry.sourceProjectId)}
            />
          )}
        </Tree>
      )}
      <p className={styles.foot} role="status">
        <Plural value={count} one="# entry" other="# entries" />
        {count > maxTemplateEntries / 2 && (
          <>
            {' · '}
            <Trans>at most {i18n.number(maxTemplateEntries)}</Trans>
          </>
        )}
      </p>
    </section>
  )
}

/** The selected entry if it can be renamed: entries for a whole type and widgets cannot. */
function renamable(nodes: readonly EntryNode[], ids: ReadonlySet<string>) {
  const [id, ...others] = ids
  const node = id === undefined || others.length > 0 ? undefined : nodeWith(nodes, id)
  return node?.entry && !isAll(node.entry) && node.entry.key !== 'widgets' ? { ...node, entry: node.entry } : undefined
}

function nodeWith(nodes: readonly EntryNode[], id: string): EntryNode | undefined {
  for (const node of nodes) {
    const match = node.id === id ? node : nodeWith(node.children ?? [], id)
    if (match) return match
  }
  return undefined
}
