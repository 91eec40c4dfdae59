import { isFullUser, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { readTemplatePreview } from '@lintel/contract/projects/template-application'
import { readTemplateChoice } from '@lintel/contract/projects/template-choice'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Database } from '../../platform/database'
import type { Route } from '../../platform/route'
import { find as findTemplate } from '../project-templates/project-templates.store'
import { find as findTemplateProject } from '../template-projects/template-projects.store'
import type { EntrySource } from './applications.store'
import { wholeProject } from './chosen-entries'
import { previewOf } from './template-preview.store'

/** Preview of the content of a template, for everybody who may use it. */
export const templatePreviewRoutes: Route[] = [
  answer(readTemplatePreview, {
    may: isFullUser,
    async run(context, { parameters: { choice } }) {
      const { db } = context
      const { source, whole } = await findSource(db, personOf(context), choice)
      return previewOf(db, source, whole)
    },
  }),
]

async function findSource(
  db: Database,
  actor: Person,
  choice: string,
): Promise<{ source: EntrySource; whole: string | null }> {
  const { templateProjectId = null, projectTemplateId = null } = readTemplateChoice(choice) ?? {}
  if (templateProjectId !== null) {
    const project = await findTemplateProject(db, actor, templateProjectId)
    if (project) return { source: { customer: undefined, entries: wholeProject(project.id) }, whole: project.id }
  }
  if (projectTemplateId !== null) {
    const template = await findTemplate(db, actor, projectTemplateId)
    if (template) return { source: { customer: template.customer, entries: template.content }, whole: null }
  }
  throw new Problem('notFound')
}
