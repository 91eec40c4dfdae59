import { useLingui as useI18n } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { useMemo } from 'react'
import { widgetName } from '../../shell/content/widget-types'
import { typeLabels } from './resource-labels'
import { type EntryLibrary, type EntryNode, templateTreeOf } from './template-tree'

/** The entries of a template as a tree, memoized so that it is not rebuilt with each selection or drag event. */
export function useTemplateTree(
  content: readonly TemplateEntry[],
  libraries: ReadonlyMap<string, EntryLibrary>,
): readonly EntryNode[] {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const { locale } = i18n
  return useMemo(() => {
    const texts = {
      types: typeLabels(i18n),
      widget: (name: string) => widgetName(i18n, name),
      everything: (library: string) => t`Everything of ${library}`,
      unnamed: t`Without a name`,
      unknownLibrary: t`a library that is gone`,
    }
    return templateTreeOf(content, libraries, texts, locale)
  }, [content, libraries, t, i18n, locale])
}
