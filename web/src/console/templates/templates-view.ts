import type { ProjectTemplate } from '@lintel/contract/projects/project-templates'
import type { Project } from '@lintel/contract/projects/projects'

/** Search parameters of the screen. */
export interface TemplatesSearch {
  template?: string | undefined
  library?: string | undefined
  search?: string | undefined
}

/** Props shared by the editor and the viewer of templates. */
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
