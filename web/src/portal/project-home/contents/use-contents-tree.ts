import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { type ContentItem, type ContentNode, filterTree, treeOf } from './contents-tree'
import { kindLabels } from './kind-labels'

/** The tree of a project's content: built once per result, not at every keystroke. */
export function useContentsTree(items: readonly ContentItem[]): readonly ContentNode[] {
  const { i18n } = useLingui()
  const { locale } = i18n
  return useMemo(() => treeOf(items, (kind) => i18n._(kindLabels[kind]), locale), [items, i18n, locale])
}

/** The filtered tree, memoized by query. */
export const useFilteredTree = (tree: readonly ContentNode[], query: string): readonly ContentNode[] =>
  useMemo(() => filterTree(tree, query), [tree, query])
