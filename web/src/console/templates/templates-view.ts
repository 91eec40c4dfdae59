import type { ProjectTemplate } from '@lintel/contract/projects/project-templates'
import type { Project } from '@lintel/contract/projects/projects'

/** What of the screen stands in its address. */
export interface TemplatesSearch {
  template?: string | undefined
  library?: string | undefined
  search?: string | undefined
}

/** What both ways of showing templates are given. */
export interface TemplatesView {
  customer: string
  templates: readonly ProjectTemplate[]
  libraries: readonly Project[]
  template: ProjectTemplate | undefined
  library: Project | undefined
  colours: ReadonlyMap<string, string>
  search: TemplatesSearch
  onSearch(change: TemplatesSearch): void
}
