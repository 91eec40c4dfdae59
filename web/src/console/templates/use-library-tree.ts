import { useLingui } from '@lingui/react'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { useMemo } from 'react'
import { type Coverage, coverageOf } from './entries'
import { filterTree, type LibraryResource, type ResourceNode, treeOf } from './library-tree'
import { typeLabels, withTypeLabels } from './resource-labels'

/** The tree of a library, memoized so that it is not rebuilt with each selection or keystroke. */
export function useLibraryTree(resources: readonly LibraryResource[]): readonly ResourceNode[] {
  const { i18n } = useLingui()
  const { locale } = i18n
  return useMemo(() => treeOf(withTypeLabels(resources, i18n), typeLabels(i18n), locale), [resources, i18n, locale])
}

/** The part of the tree that matches a search, memoized for each query. */
export const useFilteredTree = (tree: readonly ResourceNode[], query: string): readonly ResourceNode[] =>
  useMemo(() => filterTree(tree, query), [tree, query])

/** The parts of a library that are already in a template. */
export const useCoverage = (content: readonly TemplateEntry[], library: string): Coverage =>
  useMemo(() => coverageOf(content, library), [content, library])
