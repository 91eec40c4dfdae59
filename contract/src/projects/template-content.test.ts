import { expect, test } from 'vitest'
import { maxTemplateEntries, type TemplateEntry, templateContent } from './template-content'

const entry = (more: Partial<TemplateEntry> = {}): TemplateEntry => ({
  sourceProjectId: 'library',
  key: 'checklists',
  value: null,
  renameTo: null,
  isEverything: true,
  ...more,
})

test('entries are the same when they agree in source, key, value and new name', () => {
  const others = [
    entry({ sourceProjectId: 'other' }),
    entry({ key: 'groups' }),
    entry({ value: 'v' }),
    entry({ renameTo: 'n' }),
  ]
  expect(templateContent.safeParse([entry(), ...others]).success).toBe(true)
  const { error } = templateContent.safeParse([entry(), ...others, entry({ isEverything: false })])
  expect(error?.issues.map(({ path }) => path)).toEqual([[5]])
})

test('content with an entry twice is not valid, at the second one', () => {
  expect(templateContent.safeParse([entry(), entry({ key: 'groups' })]).success).toBe(true)
  const { error } = templateContent.safeParse([entry(), entry({ key: 'groups' }), entry()])
  expect(error?.issues.map(({ path }) => path)).toEqual([[2]])
})

test('an entry may leave out what it does not say', () => {
  expect(templateContent.parse([{ sourceProjectId: 'library', key: 'groups' }])).toEqual([
    { sourceProjectId: 'library', key: 'groups', value: null, renameTo: null, isEverything: false },
  ])
})

test('a template has 5,000 entries at most, and they are compared without each being looked for in all', () => {
  const entries = Array.from({ length: maxTemplateEntries }, (_, at) =>
    entry({ key: 'checklistId', value: String(at), isEverything: false }),
  )
  expect(templateContent.parse(entries)).toHaveLength(5_000)
  const { error } = templateContent.safeParse([...entries, entry()])
  expect(error?.issues.map(({ code }) => code)).toEqual(['too_big'])
})
