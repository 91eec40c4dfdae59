import { setupI18n } from '@lingui/core'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import type { MadeProject } from '@lintel/contract/projects/made-projects'
import { expect, test } from 'vitest'
import { describeDrift } from './describe-drift'
import { toggleChoices } from './drift-choices'
import { driftTexts, isBehind } from './drift-texts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const describe = describeDrift(i18n)

const row = (more: Partial<ChangeSetRow>): ChangeSetRow => ({
  ...{
    number: 1,
    outcome: 'change',
    before: null,
    after: null,
    why: null,
    conflict: null,
    member: null,
    remains: false,
  },
  object: { type: 'checklists', id: 'a', name: 'Handover/Flat', project: 'p', projectName: 'Harbour' },
  ...more,
})

const made = (more: Partial<MadeProject>): MadeProject => ({
  ...{
    id: 'p',
    version: 1,
    project: 'p',
    projectName: 'Harbour',
    template: 't',
    templateVersion: 2,
    currentVersion: 2,
  },
  ...{ madeAt: '2026-01-01T00:00:00Z', madeBy: null, entriesGained: 0, entriesLost: 0, changedInProject: 0 },
  ...{ deletedInProject: 0, changedInLibrary: 0, goneFromLibrary: 0 },
  ...more,
})

test('a row of the preview says what it is about, where, and what becomes of it', () => {
  const about = { title: 'Handover/Flat', detail: 'Checklists · Harbour' }
  expect(describe(row({ after: { action: 'add', name: 'Handover/Flat' } }))).toEqual({
    ...about,
    before: '',
    after: 'added',
  })
  expect(describe(row({ after: { action: 'add', name: 'Handover/Flat', isAlong: true } })).after).toBe(
    'added, because something else needs it',
  )
  expect(describe(row({ after: { action: 'compare', version: 3 } })).after).toBe(
    'compared with its libraries, nothing to change',
  )
  expect(describe(row({ after: { action: 'beside', name: 'Handover/Flat (2)' } })).after).toBe(
    'added beside it as Handover/Flat (2)',
  )
  const same = { before: { name: 'Handover/Flat' }, after: { action: 'update', name: 'Handover/Flat' } }
  expect(describe(row(same))).toEqual({ ...about, before: '', after: 'brought up to date' })
  expect(describe(row({ before: { name: 'Flat' }, after: { action: 'update', name: 'Handover/Flat' } })).before).toBe(
    'Flat',
  )
  const folder = row({ after: { action: 'update', name: 'Plans', added: 1, changed: 2 } })
  expect(describe(folder).after).toBe('brought up to date · 1 document added · 2 newer documents')
  const widget = { type: 'dashboard-widgets', id: 'w', name: 'workflow-chart', projectName: 'Harbour' }
  expect(describe(row({ object: widget, after: { action: 'add', name: 'workflow-chart' } }))).toMatchObject({
    ...{ title: 'Trend', detail: 'Widgets · Harbour', after: 'added' },
  })
  const version = { before: { version: 1 }, after: { action: 'version', version: 3 } }
  expect(
    describe(
      row({ ...version, object: { type: 'project-templates', id: 't', name: 'Housing', projectName: 'Harbour' } }),
    ),
  ).toEqual({
    ...{ title: 'Housing', detail: 'Harbour', before: 'version 1', after: 'version 3' },
  })
})

test('a row offers what can be chosen for it, and is turned by a new plan', () => {
  const deletedEntry = { name: 'Handover/Flat', isLost: true }
  const removed = describe(row({ before: deletedEntry, after: { action: 'remove' } }))
  expect(removed).toEqual({
    ...{ title: 'Handover/Flat', detail: 'Checklists · Harbour · no longer in the template', before: '' },
    ...{ after: 'removed', choice: { key: 'p a', label: 'Remove it', isPlanned: true } },
  })
  const choiceFor = (conflict: ChangeSetRow['conflict'], before: ChangeSetRow['before']) =>
    describe(row({ outcome: 'conflict', conflict, before })).choice
  expect(choiceFor('lostInTemplate', deletedEntry)).toEqual({ key: 'p a', label: 'Remove it', isPlanned: false })
  expect(choiceFor('inUse', deletedEntry)).toBeUndefined()
  expect(choiceFor('changedInProject', { name: 'Handover/Flat' })).toBeUndefined()
  const widget = { type: 'dashboard-widgets', id: 'w', name: 'image', project: 'p', projectName: 'Harbour' }
  const dashboardRow = row({
    object: widget,
    outcome: 'conflict',
    conflict: 'lostInTemplate',
    before: { name: 'image', isLost: true },
  })
  expect(describe(dashboardRow).choice).toBeUndefined()
  const label = 'Add the new one beside it'
  expect(choiceFor('inUse', { name: 'Handover/Flat' })).toEqual({ key: 'p a', label, isPlanned: false })
  const addedRow = row({ before: { id: 'old' }, after: { action: 'beside', name: 'Handover/Flat (2)' } })
  expect(describe(addedRow).choice).toEqual({ key: 'p old', label, isPlanned: true })
  const input = { template: 't', projects: ['p'], otherwise: [{ project: 'p', resource: 'a' }] }
  expect(toggleChoices(input, ['p a', 'p old'])).toEqual({ ...input, otherwise: [{ project: 'p', resource: 'old' }] })
})

test('a row that is kept says so by its reason alone, and one about a project names it', () => {
  const choiceFor = row({ outcome: 'conflict', conflict: 'changedInProject', before: { name: 'Handover/Flat' } })
  expect(describe(choiceFor)).toMatchObject({ title: 'Handover/Flat', after: '' })
  expect(describe(row({ object: { type: 'projects', project: 'unknown' } })).title).toBe('unknown')
})

test('how far a project has drifted is told way by way, and whether it is behind', () => {
  expect([driftTexts(i18n, made({})), isBehind(made({}))]).toEqual([[], false])
  const drifted = made({
    currentVersion: 4,
    entriesGained: 1,
    entriesLost: 2,
    changedInLibrary: 3,
    deletedInProject: 1,
  })
  expect(driftTexts(i18n, drifted)).toEqual([
    '1 entry new in the template',
    '2 entries no longer in the template',
    '3 changed in libraries',
    '1 deleted in the project',
  ])
  expect(isBehind(drifted)).toBe(true)
  // Changes made in the project are no reason to apply the template, nor is a deleted template.
  expect(isBehind(made({ changedInProject: 2 }))).toBe(false)
  expect(isBehind(made({ currentVersion: null }))).toBe(false)
})
