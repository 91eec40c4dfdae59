import { useLingui } from '@lingui/react'
import { type ProjectTemplate, projectTemplates } from '@lintel/contract/projects/project-templates'
import type { Project } from '@lintel/contract/projects/projects'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { useQuery } from '@tanstack/react-query'
import { one } from '../../api/resource'
import { useLiveRefetch } from '../../api/use-live-records'
import { widgetName } from '../../shell/content/widget-types'
import { type EntryLibrary, originalName } from './template-tree'
import { useLibraryIndexes } from './use-library-contents'

/** A template as far as it is loaded, and the libraries of its entries. */
export interface TemplateWithLibraries {
  template: ProjectTemplate | undefined
  libraries: ReadonlyMap<string, EntryLibrary>
  error: Error | null
  /** Name of an entry in its library. */
  nameOf(entry: TemplateEntry): string | undefined
}

/** A template with its entries and the content of their libraries; changes by others appear live. */
export function useTemplateWithLibraries(
  id: string | undefined,
  customer: string,
  listed: readonly Project[],
): TemplateWithLibraries {
  const { i18n } = useLingui()
  const request = one(projectTemplates, id ?? '')
  useLiveRefetch(projectTemplates, customer, request.queryKey)
  const { data, error } = useQuery({ ...request, enabled: id !== undefined })
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
