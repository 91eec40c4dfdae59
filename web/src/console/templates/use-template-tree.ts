import { useLingui as useWords } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { useMemo } from 'react'
import { widgetName } from '../../shell/content/widget-types'
import { typeLabels } from './resource-words'
import { type EntryLibrary, type EntryNode, templateTreeOf } from './template-tree'

/** The entries of a template as a tree: made once for what was read, not with each row that is chosen or dragged over. */
export function useTemplateTree(
  content: readonly TemplateEntry[],
  libraries: ReadonlyMap<string, EntryLibrary>,
): readonly EntryNode[] {
  const { t } = useLingui()
  const { i18n } = useWords()
  const { locale } = i18n
  return useMemo(() => {
    const words = {
      types: typeLabels(i18n),
      widget: (name: string) => widgetName(i18n, name),
      everything: (library: string) => t`Everything of ${library}`,
      unnamed: t`Without a name`,
      unknownLibrary: t`a library that is gone`,
    }
    return templateTreeOf(content, libraries, words, locale)
  }, [content, libraries, t, i18n, locale])
}
