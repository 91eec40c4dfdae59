import { expect, test } from 'vitest'
import { maxTemplateEntries, type TemplateEntry, templateContent, withEntries } from './template-content'

const entry = (more: Partial<TemplateEntry> = {}): TemplateEntry => ({
  sourceProjectId: 'library',
  key: 'checklists',
  value: null,
  renameTo: null,
  isEverything: true,
  ...more,
})

test('an entry is added only when source, key, value and new name are not there yet', () => {
  const content = [entry()]
  expect(withEntries(content, [entry({ isEverything: false })])).toEqual(content)
  const others = [
    entry({ sourceProjectId: 'other' }),
    entry({ key: 'groups' }),
    entry({ value: 'v' }),
    entry({ renameTo: 'n' }),
  ]
  expect(withEntries(content, others)).toEqual([...content, ...others])
  expect(withEntries([], [entry(), entry()])).toEqual([entry()])
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
  expect(withEntries(entries, entries)).toEqual(entries)
  const { error } = templateContent.safeParse([...entries, entry()])
  expect(error?.issues.map(({ code }) => code)).toEqual(['too_big'])
})
