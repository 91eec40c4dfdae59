import type { ProjectDraft } from './projects'

/** The template of a new project: at most one of the two is not null. */
export type TemplateChoice = Pick<ProjectDraft, 'templateProjectId' | 'projectTemplateId'>

/** No template: an empty project. */
export const noTemplate: TemplateChoice = { templateProjectId: null, projectTemplateId: null }

/**
 * Parses the value of the template select: `project-{id}` or `template-{id}`; `null` or nothing means none (account-portal chapter 5).
 * Undefined for any other value.
 */
export function readTemplateChoice(value: string | null | undefined): TemplateChoice | undefined {
  if (value == null || value === '' || value === 'null') return noTemplate
  const [, kind, id] = /^(project|template)-(.+)$/.exec(value) ?? []
  if (id === undefined) return undefined
  return kind === 'project' ? { ...noTemplate, templateProjectId: id } : { ...noTemplate, projectTemplateId: id }
}

/** Formats a choice as the value of the select; empty for none. */
export function templateChoiceValue({ templateProjectId, projectTemplateId }: TemplateChoice): string {
  if (templateProjectId !== null) return `project-${templateProjectId}`
  return projectTemplateId === null ? '' : `template-${projectTemplateId}`
}
