import type { ProjectTemplate } from '@lintel/contract/projects/project-templates'
import { readTemplateChoice } from '@lintel/contract/projects/template-choice'
import type { TemplateProject } from '@lintel/contract/projects/template-projects'
import { expect, test } from 'vitest'
import { emptyTemplate, preselectedTemplate, templateOptions, templatesFor } from './template-options'

const headings = { defaults: 'Default templates', empty: 'Empty', existing: 'Existing projects' }
const project = (id: string, isDefault = false, customer = 'nord'): TemplateProject => ({
  id,
  version: 1,
  name: `Project ${id}`,
  description: null,
  isDefault,
  isLibrary: false,
  customer: isDefault ? null : customer,
})
const template = (id: string, customer: string | null): ProjectTemplate => ({
  id,
  version: 1,
  name: `Template ${id}`,
  customer,
  customerName: customer && `Customer ${customer}`,
  isDefault: customer === null,
  content: [],
  numProjects: 0,
  createdAt: '',
  updatedAt: '',
})

test('the options stand in three kinds of groups, Empty first', () => {
  const templates = {
    templateProjects: [project('1', true), project('2')],
    projectTemplates: [template('a', 'nord'), template('b', null), template('c', 'sør')],
  }
  const groups = templateOptions(templates, headings).map(({ group, items }) => [
    group,
    items.map(({ value }) => value),
  ])
  expect(groups).toEqual([
    ['Default templates', ['null', 'project-1', 'template-b']],
    ['Customer nord', ['template-a']],
    ['Customer sør', ['template-c']],
    ['Existing projects', ['project-2']],
  ])
})

test('a project of one customer begins with the platform’s templates or with those of that customer', () => {
  const templates = {
    templateProjects: [project('1', true), project('2'), project('3', false, 'sør')],
    projectTemplates: [template('a', 'nord'), template('b', null), template('c', 'sør')],
  }
  const offered = templateOptions(templatesFor('sør', templates), headings)
  expect(offered.map(({ group, items }) => [group, items.map(({ value }) => value)])).toEqual([
    ['Default templates', ['null', 'project-1', 'template-b']],
    ['Customer sør', ['template-c']],
    ['Existing projects', ['project-3']],
  ])
})

test('without any template there is still the empty project, and no empty group', () => {
  const none = { templateProjects: [], projectTemplates: [] }
  expect(templateOptions(none, headings)).toEqual([
    { group: 'Default templates', items: [{ value: 'null', label: 'Empty' }] },
  ])
  expect(preselectedTemplate(none)).toBe(emptyTemplate)
})

test('the first default template is preselected', () => {
  expect(preselectedTemplate({ templateProjects: [project('2'), project('1', true)] })).toBe('project-1')
})

test('the empty choice is read as no template', () => {
  expect(readTemplateChoice(emptyTemplate)).toEqual({ templateProjectId: null, projectTemplateId: null })
})
