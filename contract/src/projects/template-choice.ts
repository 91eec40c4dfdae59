import type { ProjectDraft } from './projects'

/** Which template a new project is made from: at most one of the two is not null. */
export type TemplateChoice = Pick<ProjectDraft, 'templateProjectId' | 'projectTemplateId'>

/** No template: an empty project. */
export const noTemplate: TemplateChoice = { templateProjectId: null, projectTemplateId: null }

/**
 * A select's value as a choice: `project-{id}` or `template-{id}`; `null` or nothing means none (account-portal
 * chapter 5). Undefined when it is none of these.
 */
export function readTemplateChoice(value: string | null | undefined): TemplateChoice | undefined {
  if (value == null || value === '' || value === 'null') return noTemplate
  const [, kind, id] = /^(project|template)-(.+)$/.exec(value) ?? []
  if (id === undefined) return undefined
  return kind === 'project' ? { ...noTemplate, templateProjectId: id } : { ...noTemplate, projectTemplateId: id }
}

/** A choice as a select's value; the empty text for none. */
export function templateChoiceValue({ templateProjectId, projectTemplateId }: TemplateChoice): string {
  if (templateProjectId !== null) return `project-${templateProjectId}`
  return projectTemplateId === null ? '' : `template-${projectTemplateId}`
}
