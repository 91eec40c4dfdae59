import { creationSteps } from '@lintel/contract/projects/project-creation'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { type NamedTable, templateWorld } from '../../../test/template-world'
import { testDatabase } from '../../../test/test-database'
import { findFigureDifferences } from '../../content/verify-figures.store'
import { copySteps } from '../project-creation/copy-steps.store'

const { db } = await testDatabase()
const { customers, addLibrary, put, addTemplate, addPendingProject, provision, names } = await templateWorld(db)

const tables = ['workflow', 'checklist', 'folder_label', 'folder', 'document', 'project_group', 'label_group'] as const
const source = await addLibrary()
const way = await put(source, 'workflow', 'Defects')
await put(source, 'checklist', 'Bath', { workflow_id: way })
await put(source, 'folder_label', 'Issued')
const papers = await put(source, 'folder', 'Papers', { labels: JSON.stringify(['Issued']) })
await put(source, 'document', 'Terms.txt', { folder_id: papers })
await put(source, 'project_group', 'Crew')
await put(source, 'label_group', 'Trades')
await db
  .insertInto('dashboard_widget')
  .values({
    ...{ id: uuidv7(), customer_id: customers.nord, project_id: source, type_name: 'checklists', place: 0 },
    size: '[1, 1]',
  })
  .execute()

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
const widgets = (project: string) =>
  db.selectFrom('dashboard_widget').select('id').where('project_id', '=', project).execute()
const differences = async (project: string) =>
  (await findFigureDifferences(db)).filter((difference) => difference.project === project)

const template = await addTemplate(
  source,
  (['workflows', 'checklists', 'folderLabels', 'folders', 'groups', 'labelGroupId', 'widgets'] as const).map((key) => ({
    key,
    isEverything: true,
  })),
)
const sources = { 'a project': { project: source }, 'the entries of a template': { template } }
const interrupted = Object.entries(sources).flatMap(([made, from]) =>
  creationSteps.map((step) => ({ made, from, step })),
)

test.each(interrupted)(
  'K1: what is made from $made and ends in the middle of the step $step goes on with it, and brings nothing twice',
  async ({ from, step }) => {
    const project = await addPendingProject(from)
    const ending = {
      ...copySteps,
      [step]: async (...given: Parameters<(typeof copySteps)['settings']>) => {
        await copySteps[step](...given)
        throw new Error('The process is killed')
      },
    }
    await expect(provision(project, ending)).rejects.toThrow('The process is killed')
    const { creation_done } = await db
      .selectFrom('project')
      .select('creation_done')
      .where('id', '=', project)
      .executeTakeFirstOrThrow()
    expect(creation_done).toBe(creationSteps.indexOf(step))
    await provision(project)
    expect(await contents(project)).toEqual(whole)
    expect(await widgets(project)).toHaveLength(1)
    expect(await differences(project)).toEqual([])
  },
)

test('a project that is deleted while it is being filled is filled no further', async () => {
  const project = await addPendingProject({ project: source })
  const deleting = {
    ...copySteps,
    workflows: async (...given: Parameters<(typeof copySteps)['settings']>) => {
      await copySteps.workflows(...given)
      await given[0].db.updateTable('project').set({ is_inactive: true }).where('id', '=', project).execute()
    },
  }
  await provision(project, deleting)
  expect(await contents(project)).toMatchObject({ workflow: ['Defects'], checklist: [], folder: [] })
  expect(await differences(project)).toEqual([])

  const deletedProject = await addPendingProject({ project: source })
  await db.deleteFrom('project').where('id', '=', deletedProject).execute()
  await provision(deletedProject)
  expect(
    await db.selectFrom('copied_resource').select('resource_id').where('project_id', '=', deletedProject).execute(),
  ).toEqual([])
})

test('two projects of one name, made at once from one template, are both whole', async () => {
  const made = await Promise.all([
    addPendingProject({ template }, { name: 'The same' }),
    addPendingProject({ template }, { name: 'The same' }),
  ])
  // Each step by two workers.
  await Promise.all([...made, ...made].map((project) => provision(project)))
  for (const project of made) {
    expect(await contents(project)).toEqual(whole)
    expect(await differences(project)).toEqual([])
  }
})
