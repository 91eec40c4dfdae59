import { useLingui as useI18n } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Project } from '@lintel/contract/projects/projects'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { type ReactNode, useState } from 'react'
import { ProjectAnchor } from '../../shell/project-anchor'
import { Button, buttonClass } from '../../ui/button'
import { ConsoleIcon } from '../../ui/console-icon'
import { EmptyState } from '../../ui/empty-state'
import { Highlight } from '../../ui/highlight'
import { SearchField } from '../../ui/search-field'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { Tree } from '../../ui/tree/tree'
import { idsOfParents } from '../../ui/tree/tree-rows'
import { useExistingIds, useVisibleOpen } from '../../ui/tree/use-tree-rows'
import { handleUndoKey, type UndoHandlers } from '../../ui/undo-key'
import { type Coverage, chosenEntries, isCovered } from './entries'
import { LibraryFailed } from './library-failed'
import { countOf, type ResourceNode } from './library-tree'
import styles from './templates.module.css'
import { useLibraryContents } from './use-library-contents'
import { useCoverage, useFilteredTree, useLibraryTree } from './use-library-tree'

interface LibraryPanelProps {
  customer: string
  library: Project
  /** Entries of the selected template; undefined where none is selected. */
  content: readonly TemplateEntry[] | undefined
  templateName: string | undefined
  query: string
  onSearch(query: string): void
  onAdd(entries: readonly TemplateEntry[]): void
  /** The entries being dragged from here; empty when the drag has ended. */
  onDrag(entries: readonly TemplateEntry[]): void
  undoHandlers: UndoHandlers
}

/** The resources of a library, from which the content of a template is selected. */
export function LibraryPanel(props: LibraryPanelProps) {
  const { customer, library, content, templateName, query, onSearch, onAdd, onDrag, undoHandlers } = props
  const { t } = useLingui()
  const contents = useLibraryContents(library.id, customer)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [lastChosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const isSearching = query.trim() !== ''
  const tree = useLibraryTree(contents.data?.resources ?? none)
  const visibleTree = useFilteredTree(tree, query)
  const chosen = useExistingIds(visibleTree, lastChosen)
  const count = countOf(visibleTree)
  const coverage = useCoverage(content ?? none, library.id)
  const visibleOpen = useVisibleOpen(visibleTree, { query, open, closed })
  const entriesFor = (ids: ReadonlySet<string>) => chosenEntries(visibleTree, ids, library.id)
  const add = (ids: ReadonlySet<string>) => content && onAdd(entriesFor(ids))

  function openNodes(next: ReadonlySet<string>) {
    if (isSearching) setClosed(new Set(idsOfParents(visibleTree).filter((id) => !next.has(id))))
    else setOpen(next)
  }

  return (
    <>
      <section className={styles.side} aria-label={t`Library ${library.name}`}>
        <SearchField
          label={t`Search the library`}
          value={query}
          onSearch={(text) => {
            onSearch(text)
            setClosed(new Set())
            setChosen(new Set())
          }}
        />
        {!contents.data ? (
          contents.isError ? (
            <LibraryFailed
              library={library}
              error={contents.error}
              isRetrying={contents.isFetching}
              onRetry={() => contents.refetch()}
            />
          ) : (
            <SkeletonRows rows={8} />
          )
        ) : visibleTree.length > 0 ? (
          <Tree
            label={t`Resources of ${library.name}`}
            nodes={visibleTree}
            open={visibleOpen}
            onOpen={openNodes}
            fills
            isFiltered={isSearching}
            selection={{
              chosen,
              onChoose: setChosen,
              onActivate: add,
              onKey: (event) => handleUndoKey(event, undoHandlers),
              onDrag: (transfer, ids) => {
                transfer.effectAllowed = 'copy'
                transfer.setData('text/plain', library.name)
                onDrag(entriesFor(ids))
              },
              onDragEnd: () => onDrag(none),
            }}
          >
            {(node) => <NodeLabel {...{ node, query, coverage }} />}
          </Tree>
        ) : isSearching ? (
          <EmptyState title={<Trans>Nothing in this library matches</Trans>} />
        ) : (
          <EmptyLibrary library={library} />
        )}
        <p className={styles.foot} role="status">
          {contents.data && <Plural value={count} one="# resource" other="# resources" />}
          {chosen.size > 0 && (
            <>
              {' · '}
              <Plural value={chosen.size} one="# chosen" other="# chosen" />
            </>
          )}
        </p>
      </section>
      <div className={styles.between}>
        <Button
          size="small"
          kind="primary"
          disabled={chosen.size === 0 || content === undefined}
          aria-label={templateName === undefined ? t`Add to a template` : t`Add to ${templateName}`}
          title={templateName === undefined ? t`Choose a template first` : t`Add to ${templateName}`}
          onClick={() => add(chosen)}
        >
          <ConsoleIcon name="right" />
        </Button>
      </div>
    </>
  )
}

const none: readonly never[] = []

function NodeLabel({ node, query, coverage }: { node: ResourceNode; query: string; coverage: Coverage }): ReactNode {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const isIn = isCovered(coverage, node)
  return (
    <>
      <span className={styles.name} data-folder={node.children && true} data-quiet={isIn || undefined}>
        <Highlight text={node.label} query={query} />
      </span>
      {node.children && <span className={styles.detail}>{i18n.number(node.count)}</span>}
      {isIn && (
        <span className={styles.tick} role="img" aria-label={t`In the template`} title={t`In the template`}>
          <ConsoleIcon name="check" size={16} />
        </span>
      )}
    </>
  )
}

function EmptyLibrary({ library: { name, projectUri } }: { library: Project }) {
  return (
    <EmptyState title={<Trans>{name} is empty</Trans>}>
      <p>
        <Trans>A library is filled like any project: with checklists, workflows, folders and groups.</Trans>
      </p>
      <ProjectAnchor projectUri={projectUri} className={buttonClass()}>
        <Trans>Go to the library</Trans>
      </ProjectAnchor>
    </EmptyState>
  )
}
