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
  /** Which of the chosen ones the lists do not have. */
  missing: Record<'template' | 'library', boolean>
  /** The lists are being read. */
  isReading: boolean
  colours: ReadonlyMap<string, string>
  search: TemplatesSearch
  onSearch(change: TemplatesSearch): void
}
