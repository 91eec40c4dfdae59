import { useLingui as useI18n } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../api/form/loaded'
import { Highlight } from '../../../ui/highlight'
import { SearchField } from '../../../ui/search-field'
import { Tree } from '../../../ui/tree/tree'
import { idsOfParents } from '../../../ui/tree/tree-rows'
import { useVisibleOpen } from '../../../ui/tree/use-tree-rows'
import styles from './contents.module.css'
import { type ContentNode, countOf } from './contents-tree'
import { projectContent } from './project-content'
import { useContentsTree, useFilteredTree } from './use-contents-tree'

const noItems: readonly never[] = []

/** The read-only content of a project: a tree by kind and path, with a search. */
export function Contents({ project }: { project: string }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const content = useQuery(projectContent(project, queries))
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const isSearching = query.trim() !== ''
  const visibleNodes = useFilteredTree(useContentsTree(content.data ?? noItems), query)
  const count = countOf(visibleNodes)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const visibleOpen = useVisibleOpen(visibleNodes, { query, open, closed })

  function openNodes(next: ReadonlySet<string>) {
    if (isSearching) setClosed(new Set(idsOfParents(visibleNodes).filter((id) => !next.has(id))))
    else setOpen(next)
  }

  return (
    <Loaded data={content.data} error={content.error} what={t`Contents`} rows={6}>
      {() => (
        <div className={styles.contents}>
          <div className={styles.bar}>
            <SearchField
              label={t`Search the contents`}
              value={query}
              pauseMs={150}
              onSearch={(text) => {
                setQuery(text)
                setClosed(new Set())
              }}
            />
            <p className={styles.count} role="status">
              <Plural value={count} one="# item" other="# items" />
            </p>
          </div>
          {visibleNodes.length > 0 ? (
            <Tree
              label={t`Contents`}
              nodes={visibleNodes}
              open={visibleOpen}
              onOpen={openNodes}
              isFiltered={isSearching}
            >
              {(node) => <NodeLabel node={node} query={query} />}
            </Tree>
          ) : (
            <p className={styles.noItems}>
              {isSearching ? <Trans>Nothing matches.</Trans> : <Trans>There is nothing in this project yet.</Trans>}
            </p>
          )}
        </div>
      )}
    </Loaded>
  )
}

function NodeLabel({ node: { label, count, item, kind }, query }: { node: ContentNode; query: string }) {
  const { i18n } = useI18n()
  return (
    <>
      <span className={styles.name} data-folder={count !== undefined || undefined}>
        <Highlight text={label} query={query} />
      </span>
      {count !== undefined && <span className={styles.detail}>{i18n.number(count)}</span>}
      {item?.counts && <Counts counts={item.counts} isWorkflow={kind === 'workflows'} />}
      {item?.size != null && <span className={styles.detail}>{sizeOf(item.size, i18n.locale)}</span>}
    </>
  )
}

function Counts({
  counts: [first = 0, second = 0, third = 0],
  isWorkflow,
}: {
  counts: readonly number[]
  isWorkflow: boolean
}) {
  return (
    <span className={styles.detail}>
      {isWorkflow ? (
        <Trans>
          {first} open · {second} done · {third} closed
        </Trans>
      ) : (
        <Trans>
          {first} not started · {second} in progress · {third} done
        </Trans>
      )}
    </span>
  )
}

/** Formats a size in bytes as kilobytes or megabytes. */
function sizeOf(bytes: number, locale: string): string {
  const isLarge = bytes >= 1_000_000
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: 1,
  }).format(bytes / (isLarge ? 1_000_000 : 1_000))
}
