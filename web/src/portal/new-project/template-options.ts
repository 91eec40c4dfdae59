import type { ProjectTemplate } from '@lintel/contract/projects/project-templates'
import { noTemplate, type TemplateChoice, templateChoiceValue } from '@lintel/contract/projects/template-choice'
import type { TemplateProject } from '@lintel/contract/projects/template-projects'
import type { SelectGroup } from '../../ui/listed-options'

/** Mantine's select takes no empty value; the contract reads `null` as none as well. */
export const emptyTemplate = 'null'

/** What new projects can be made from. */
export interface Templates {
  templateProjects: readonly TemplateProject[]
  projectTemplates: readonly Pick<ProjectTemplate, 'id' | 'name' | 'customer' | 'customerName'>[]
}

interface Headings {
  defaults: string
  empty: string
  existing: string
}

const optionValue = (choice: Partial<TemplateChoice>) => templateChoiceValue({ ...noTemplate, ...choice })
const ofProject = ({ id, name }: TemplateProject) => ({ value: optionValue({ templateProjectId: id }), label: name })
const ofTemplate = ({ id, name }: Pick<ProjectTemplate, 'id' | 'name'>) => ({
  value: optionValue({ projectTemplateId: id }),
  label: name,
})

/** The options in their groups: default templates with Empty, each customer's templates, existing projects (chapter 2). */
export function templateOptions({ templateProjects, projectTemplates }: Templates, words: Headings): SelectGroup[] {
  const ofPlatform = projectTemplates.filter(({ customer }) => customer === null)
  const customers = [...new Set(projectTemplates.flatMap(({ customer }) => customer ?? []))]
  const groups = [
    {
      group: words.defaults,
      items: [
        { value: emptyTemplate, label: words.empty },
        ...templateProjects.filter(({ isDefault }) => isDefault).map(ofProject),
        ...ofPlatform.map(ofTemplate),
      ],
    },
    ...customers.map((customer) => {
      const templates = projectTemplates.filter((template) => template.customer === customer)
      return { group: templates[0]?.customerName ?? words.existing, items: templates.map(ofTemplate) }
    }),
    { group: words.existing, items: templateProjects.filter(({ isDefault }) => !isDefault).map(ofProject) },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

/** The template that is chosen when the form opens: the first default one, else none. */
export const preselectedTemplate = ({ templateProjects }: Pick<Templates, 'templateProjects'>): string => {
  const first = templateProjects.find(({ isDefault }) => isDefault)
  return first ? ofProject(first).value : emptyTemplate
}

/** Is the choice a project of a customer, whose people may come along? Whether they may is the server's to say. */
export const hasPeople = ({ templateProjects }: Pick<Templates, 'templateProjects'>, choice: string): boolean =>
  templateProjects.some((project) => !project.isDefault && ofProject(project).value === choice)
