import { creationSteps } from '@lintel/contract/projects/project-creation'
import { expect, test } from 'vitest'
import { type NamedTable, templateWorld } from '../../../test/template-world'
import { testDatabase } from '../../../test/test-database'
import { differingFigures } from '../../content/verify-figures.store'
import { copiers } from '../project-creation/copiers.store'

const { db } = await testDatabase()
const { addLibrary, put, addTemplate, begin, make, names } = await templateWorld(db)

const tables = ['workflow', 'checklist', 'folder_label', 'folder', 'document', 'project_group', 'label_group'] as const
const source = await addLibrary()
const way = await put(source, 'workflow', 'Defects')
await put(source, 'checklist', 'Bath', { workflow_id: way })
await put(source, 'folder_label', 'Issued')
const papers = await put(source, 'folder', 'Papers', { labels: JSON.stringify(['Issued']) })
await put(source, 'document', 'Terms.txt', { folder_id: papers })
await put(source, 'project_group', 'Crew')
await put(source, 'label_group', 'Trades')

const contents = async (project: string) =>
  Object.fromEntries(
    await Promise.all(tables.map(async (table: NamedTable) => [table, await names(project, table)] as const)),
  )
const whole = {
  workflow: ['Defects'],
  checklist: ['Bath'],
  folder_label: ['Issued'],
  folder: ['Papers'],
  document: ['Terms.txt'],
  project_group: ['Crew'],
  label_group: ['Trades'],
}
const differences = async (project: string) =>
  (await differingFigures(db)).filter((difference) => difference.project === project)

test.each(creationSteps)(
  'K1: what ends in the middle of the step %s goes on with it, and brings nothing twice',
  async (step) => {
    const project = await begin({ project: source })
    const ending = {
      ...copiers,
      [step]: async (...given: Parameters<(typeof copiers)['settings']>) => {
        await copiers[step](...given)
        throw new Error('The process is killed')
      },
    }
    await expect(make(project, ending)).rejects.toThrow('The process is killed')
    const { creation_done } = await db
      .selectFrom('project')
      .select('creation_done')
      .where('id', '=', project)
      .executeTakeFirstOrThrow()
    expect(creation_done).toBe(creationSteps.indexOf(step))
    await make(project)
    expect(await contents(project)).toEqual(whole)
    expect(await differences(project)).toEqual([])
  },
)

test('a project that is deleted while it is being filled is filled no further', async () => {
  const project = await begin({ project: source })
  const deleting = {
    ...copiers,
    workflows: async (...given: Parameters<(typeof copiers)['settings']>) => {
      await copiers.workflows(...given)
      await given[0].db.updateTable('project').set({ is_inactive: true }).where('id', '=', project).execute()
    },
  }
  await make(project, deleting)
  expect(await contents(project)).toMatchObject({ workflow: ['Defects'], checklist: [], folder: [] })
  expect(await differences(project)).toEqual([])

  const gone = await begin({ project: source })
  await db.deleteFrom('project').where('id', '=', gone).execute()
  await make(gone)
  expect(await db.selectFrom('copied_resource').select('resource_id').where('project_id', '=', gone).execute()).toEqual(
    [],
  )
})

test('two projects of one name, made at once from one template, are both whole', async () => {
  const template = await addTemplate(
    source,
    (['workflows', 'checklists', 'folderLabels', 'folders', 'groups', 'labelGroupId'] as const).map((key) => ({
      key,
      isEverything: true,
    })),
  )
  const made = await Promise.all([begin({ template }, { name: 'The same' }), begin({ template }, { name: 'The same' })])
  // Each of them by two workers.
  await Promise.all([...made, ...made].map((project) => make(project)))
  for (const project of made) {
    expect(await contents(project)).toEqual(whole)
    expect(await differences(project)).toEqual([])
  }
})
