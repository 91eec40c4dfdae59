import { projectCsvColumns } from '@lintel/contract/exchange/projects-csv'
import { expect, test, vi } from 'vitest'
import { renderForm } from '../../../test/render-form'

/** The attributes of a project stat (admin-console chapter 3), except `features`, each of which is a column of its own. */
const attributes = [
  'project',
  'error',
  'fromTemplateId',
  'numBuildings',
  'numUsers',
  'numGroups',
  'numDocuments',
  'numFolders',
  'numIfc',
  'numIfcModels',
  'numTemplates',
  'numActualTopics',
  'numOpenTopics',
  'numDoneTopics',
  'numClosedTopics',
  'numChecklists',
  'numSpaces',
  'publicTemplateOrder',
  'customFloorplans',
  'ifcFileSize',
  'deletedAt',
  'isHibernated',
]
/** What the grid shows beside them. */
const ours = ['name', 'externalId', 'state', 'createdAt']
const features = [
  { id: 'PRO_TOPICS', name: 'Topics' },
  { id: 'CHECKLISTS', name: 'Checklists' },
]

/** The columns of the grid with these two features. */
async function renderedColumns() {
  // The user settings module adds listeners to the document when it is loaded.
  vi.stubGlobal('document', new EventTarget())
  const { useStatColumns } = await import('./stat-columns')
  vi.unstubAllGlobals()
  const { current } = await renderForm(() => useStatColumns(features as never))
  return current()
}

test('each attribute of a project stat and each feature is a column', async () => {
  const ids = (await renderedColumns()).map(({ id }) => id)
  expect(ids.toSorted()).toEqual([...attributes, ...ours, ...features.map(({ id }) => id)].toSorted())
})

test('each column is one of Projects.csv as well', async () => {
  const ids = (await renderedColumns()).map(({ id }) => id)
  const known: readonly string[] = projectCsvColumns
  expect(ids.filter((id) => !known.includes(id))).toEqual(features.map(({ id }) => id))
  // The list of the staff has these as well.
  expect(known.filter((id) => !ids.includes(id))).toEqual(['description', 'customer', 'owner', 'providers'])
})

test('the open topics are drawn as a part of all topics, and stay a number for sums, copies and the file', async () => {
  const column = (await renderedColumns()).find(({ id }) => id === 'numOpenTopics')
  const stat = { numOpenTopics: 1_290, numActualTopics: 2_580, numUsers: 7 } as never
  expect(column?.render?.(stat)).toMatchObject({ props: { children: '1,290', style: { '--share': '50%' } } })
  expect([column?.value(stat), column?.number?.(stat)]).toEqual(['1,290', 1_290])
})
