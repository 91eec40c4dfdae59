import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { kindWords } from './content-words'
import { type ContentItem, type ContentNode, foundIn, treeOf } from './contents-tree'

/** The tree of what a project holds: made once for what was read, not with each letter that is typed. */
export function useContentsTree(items: readonly ContentItem[]): readonly ContentNode[] {
  const { i18n } = useLingui()
  const { locale } = i18n
  return useMemo(() => treeOf(items, (kind) => i18n._(kindWords[kind]), locale), [items, i18n, locale])
}

/** What of that tree a search finds: looked for once for each query. */
export const useFound = (tree: readonly ContentNode[], query: string): readonly ContentNode[] =>
  useMemo(() => foundIn(tree, query), [tree, query])
