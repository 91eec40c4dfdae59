import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noTemplate, readTemplateChoice, templateChoiceValue } from './template-choice'

test('a choice names a project, a template, or nothing', () => {
  expect(readTemplateChoice('project-018f')).toEqual({ templateProjectId: '018f', projectTemplateId: null })
  expect(readTemplateChoice('template-018f')).toEqual({ templateProjectId: null, projectTemplateId: '018f' })
  for (const none of ['null', '', null, undefined]) expect(readTemplateChoice(none)).toEqual(noTemplate)
})

test('what is none of these is no choice', () => {
  for (const value of ['project-', 'library-1', 'Project-1', '1', ' template-1']) {
    expect(readTemplateChoice(value)).toBeUndefined()
  }
})

test('a choice survives being a select’s value', () => {
  const id = fc.uuid()
  const choice = fc.oneof(
    id.map((templateProjectId) => ({ ...noTemplate, templateProjectId })),
    id.map((projectTemplateId) => ({ ...noTemplate, projectTemplateId })),
    fc.constant(noTemplate),
  )
  fc.assert(
    fc.property(choice, (made) => {
      expect(readTemplateChoice(templateChoiceValue(made))).toEqual(made)
    }),
  )
})
