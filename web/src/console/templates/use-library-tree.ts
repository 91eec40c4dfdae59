import { useLingui } from '@lingui/react'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { useMemo } from 'react'
import { type Coverage, coverageOf } from './entries'
import { foundIn, type LibraryResource, type ResourceNode, treeOf } from './library-tree'
import { inWords, typeLabels } from './resource-words'

/** The tree of what a library holds: made once for what was read, not with each row that is chosen or letter that is typed. */
export function useLibraryTree(resources: readonly LibraryResource[]): readonly ResourceNode[] {
  const { i18n } = useLingui()
  const { locale } = i18n
  return useMemo(() => treeOf(inWords(resources, i18n), typeLabels(i18n), locale), [resources, i18n, locale])
}

/** What of that tree a search finds: looked for once for each query. */
export const useFound = (tree: readonly ResourceNode[], query: string): readonly ResourceNode[] =>
  useMemo(() => foundIn(tree, query), [tree, query])

/** What of a library a template brings already. */
export const useCoverage = (content: readonly TemplateEntry[], library: string): Coverage =>
  useMemo(() => coverageOf(content, library), [content, library])
