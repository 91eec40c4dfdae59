import { useLingui as useWords } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ProjectTemplate } from '@lintel/contract/projects/project-templates'
import { mostEntries, type TemplateEntry } from '@lintel/contract/projects/template-content'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { Drawing } from '../../ui/drawing'
import { EmptyState } from '../../ui/empty-state'
import { Tree } from '../../ui/tree/tree'
import { idsOfParents } from '../../ui/tree/tree-rows'
import { useOpenBut } from '../../ui/tree/use-tree-rows'
import { EntryWords } from './entry-words'
import { type EntryLibrary, type EntryNode, entriesIn } from './template-tree'
import styles from './templates.module.css'
import { type UndoKeys, undoByKey } from './undo-keys'
import { useTemplateTree } from './use-template-tree'

interface TemplateSideProps {
  template: ProjectTemplate
  /** The libraries of the customer, by id. */
  libraries: ReadonlyMap<string, EntryLibrary>
  colours: ReadonlyMap<string, string>
  /** What can be done with the entries; undefined where they are only read. */
  building?: TemplateBuilding
}

export interface TemplateBuilding {
  onRename(node: EntryNode & { entry: TemplateEntry }): void
  onRemove(entries: readonly TemplateEntry[]): void
  /** What is dragged from the library was dropped here; undefined while nothing is. */
  onDrop: (() => void) | undefined
  undoKeys: UndoKeys
}

/** What a template brings, as a tree: each entry with the colour and the name of its library. */
export function TemplateSide({ template, libraries, colours, building }: TemplateSideProps) {
  const { t } = useLingui()
  const { i18n } = useWords()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isOver, setOver] = useState(false)
  const tree = useTemplateTree(template.content, libraries)
  const open = useOpenBut(tree, closed)
  const selected = entriesIn(tree, chosen)
  const only = renamable(tree, chosen)
  const count = template.content.length

  return (
    <section
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
            <Drawing name="edit" size={16} />
            <Trans>Rename</Trans>
          </Button>
          <Button size="small" disabled={selected.length === 0} onClick={() => building.onRemove(selected)}>
            <Drawing name="trash" size={16} />
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
              onAct: (ids) => {
                const node = renamable(tree, ids)
                if (node) building.onRename(node)
              },
              onKey: (event, ids) => {
                const node = renamable(tree, ids)
                if (event.key === 'Delete' || event.key === 'Backspace') building.onRemove(entriesIn(tree, ids))
                else if (event.key === 'F2' && node) building.onRename(node)
                else return undoByKey(event, building.undoKeys)
                return true
              },
            },
          })}
        >
          {(node) => (
            <EntryWords
              node={node}
              library={node.entry && libraries.get(node.entry.sourceProjectId)}
              colour={node.entry && colours.get(node.entry.sourceProjectId)}
            />
          )}
        </Tree>
      )}
      <p className={styles.foot} role="status">
        <Plural value={count} one="# entry" other="# entries" />
        {count > mostEntries / 2 && (
          <>
            {' · '}
            <Trans>at most {i18n.number(mostEntries)}</Trans>
          </>
        )}
      </p>
    </section>
  )
}

/** The one entry that is chosen, where it can have a new name: everything of a type has none, and no widget. */
function renamable(nodes: readonly EntryNode[], ids: ReadonlySet<string>) {
  const [id, ...others] = ids
  const node = id === undefined || others.length > 0 ? undefined : nodeWith(nodes, id)
  return node?.entry && !node.entry.isEverything && node.entry.key !== 'widgets'
    ? { ...node, entry: node.entry }
    : undefined
}

function nodeWith(nodes: readonly EntryNode[], id: string): EntryNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : nodeWith(node.children ?? [], id)
    if (found) return found
  }
  return undefined
}
