import { useLingui } from '@lingui/react'
import { type ProjectTemplate, projectTemplates } from '@lintel/contract/projects/project-templates'
import type { Project } from '@lintel/contract/projects/projects'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { useQuery } from '@tanstack/react-query'
import { one } from '../../api/resource'
import { useReadAgain } from '../../api/use-live-records'
import { widgetName } from '../../shell/content/widget-types'
import { type EntryLibrary, originalName } from './template-tree'
import { useLibraryIndexes } from './use-library-contents'

/** A template as far as it was read, and the libraries that its entries come from. */
export interface ReadWhole {
  template: ProjectTemplate | undefined
  libraries: ReadonlyMap<string, EntryLibrary>
  error: Error | null
  /** What the library of an entry calls it. */
  nameOf(entry: TemplateEntry): string | undefined
}

/** A template with its entries, and what the libraries hold that these come from; what others change appears as it happens. */
export function useWholeTemplate(id: string | undefined, customer: string, listed: readonly Project[]): ReadWhole {
  const { i18n } = useLingui()
  const asked = one(projectTemplates, id ?? '')
  useReadAgain(projectTemplates, customer, asked.queryKey)
  const { data, error } = useQuery({ ...asked, enabled: id !== undefined })
  const template = data?.record
  const sources = new Set(template?.content.map(({ sourceProjectId }) => sourceProjectId))
  const indexes = useLibraryIndexes(
    listed.map((library) => library.id).filter((library) => sources.has(library)),
    customer,
  )
  const libraries = new Map(
    listed.map((library) => [library.id, { name: library.name, index: indexes.get(library.id) }]),
  )
  return {
    ...{ template, libraries, error },
    nameOf: (entry) => originalName(entry, libraries.get(entry.sourceProjectId), (name) => widgetName(i18n, name)),
  }
}
