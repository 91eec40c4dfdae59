import type { ProjectTemplate } from '@lintel/contract/projects/project-templates'
import {
  noTemplate,
  readTemplateChoice,
  type TemplateChoice,
  templateChoiceValue,
} from '@lintel/contract/projects/template-choice'
import type { TemplateProject } from '@lintel/contract/projects/template-projects'
import type { SelectGroup } from '../../ui/filter-options'

/** The choice of no template, as the contract reads it. */
export const emptyTemplate = 'null'

/** What new projects can be created from. */
export interface Templates {
  templateProjects: readonly TemplateProject[]
  projectTemplates: readonly Pick<ProjectTemplate, 'id' | 'name' | 'customer' | 'customerName'>[]
}

/** The templates for a project of this customer: the platform's and its own. */
export function templatesFor(customer: string, { templateProjects, projectTemplates }: Templates): Templates {
  const isOffered = (template: { customer: string | null }) =>
    template.customer === null || template.customer === customer
  return {
    templateProjects: templateProjects.filter(isOffered),
    projectTemplates: projectTemplates.filter(isOffered),
  }
}

interface Headings {
  defaults: string
  empty: string
  existing: string
}

const optionValue = (choice: Partial<TemplateChoice>) => templateChoiceValue({ ...noTemplate, ...choice })
const projectOption = ({ id, name }: TemplateProject) => ({
  value: optionValue({ templateProjectId: id }),
  label: name,
})
const templateOption = ({ id, name }: Pick<ProjectTemplate, 'id' | 'name'>) => ({
  value: optionValue({ projectTemplateId: id }),
  label: name,
})

/** The options in groups: default templates with Empty, the templates of each customer, existing projects (chapter 2). */
export function templateOptions({ templateProjects, projectTemplates }: Templates, headings: Headings): SelectGroup[] {
  const platformTemplates = projectTemplates.filter(({ customer }) => customer === null)
  const customers = [...new Set(projectTemplates.flatMap(({ customer }) => customer ?? []))]
  const groups = [
    {
      group: headings.defaults,
      items: [
        { value: emptyTemplate, label: headings.empty },
        ...templateProjects.filter(({ isDefault }) => isDefault).map(projectOption),
        ...platformTemplates.map(templateOption),
      ],
    },
    ...customers.map((customer) => {
      const templates = projectTemplates.filter((template) => template.customer === customer)
      return { group: templates[0]?.customerName ?? headings.existing, items: templates.map(templateOption) }
    }),
    { group: headings.existing, items: templateProjects.filter(({ isDefault }) => !isDefault).map(projectOption) },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

/** The preselected template: the first default one, else none. */
export const preselectedTemplate = ({ templateProjects }: Pick<Templates, 'templateProjects'>): string => {
  const first = templateProjects.find(({ isDefault }) => isDefault)
  return first ? projectOption(first).value : emptyTemplate
}

/** Is the selection a project whose members may be copied? The server decides whether the user may copy them. */
export const hasPeople = ({ templateProjects }: Pick<Templates, 'templateProjects'>, choice: string): boolean =>
  templateProjects.some((project) => !project.isDefault && projectOption(project).value === choice)

/** A customer; its name is undefined where the templates do not tell it. */
interface CustomerOfTemplate {
  id: string
  name: string | undefined
}

/** The customer of the chosen template; undefined for a template of the platform and without a template. */
export function customerOfTemplate(
  { templateProjects, projectTemplates }: Templates,
  choice: string,
): CustomerOfTemplate | undefined {
  const { templateProjectId, projectTemplateId } = readTemplateChoice(choice) ?? noTemplate
  const template =
    templateProjects.find(({ id }) => id === templateProjectId) ??
    projectTemplates.find(({ id }) => id === projectTemplateId)
  const id = template?.customer ?? undefined
  if (id === undefined) return undefined
  return { id, name: projectTemplates.find(({ customer }) => customer === id)?.customerName ?? undefined }
}
