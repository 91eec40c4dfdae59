import { changeSets } from '@lintel/contract/people/change-sets'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { captureStatements } from '../../../test/capture-statements'
import { onCleanup } from '../../../test/on-cleanup'
import { testDatabase } from '../../../test/test-database'
import { worldOn } from '../../../test/world'
import { closeDatabase, openDatabase } from '../../platform/database'
import { usableEntries } from '../template-application/applications.store'
import { findFolderDrift } from './drift-folders.store'
import { driftKinds } from './drift-kinds.store'
import { type Compared, findRecordDrift } from './drift-rows.store'

const { url } = await testDatabase()
// The statements are slow, and the machine may be busy.
const db = openDatabase({ url, statementTimeout: 120_000, silence: 60_000 })
onCleanup(() => closeDatabase(db))
const { as } = await worldOn(db)
const customer = customerId('nordbygg')

test('H4: a plan with too many rows is refused as soon as that is known, and no statement gives more than say so', async () => {
  const library = await as('astrid').post(projects, { name: 'Large library', customer, isLibrary: true } as never)
  await sql`
    insert into workflow (id, customer_id, project_id, name, colour, states)
    select gen_random_uuid(), ${customer}, ${library.id}, 'Flow ' || number, '#336699', '[{"name":"Open","kind":"open"}]'
    from generate_series(1, 2600) as number`.execute(db)
  await sql`
    insert into folder (id, customer_id, project_id, name)
    select gen_random_uuid(), ${customer}, ${library.id}, 'Folder ' || number from generate_series(1, 2600) as number`.execute(
    db,
  )
  const everything = { sourceProjectId: library.id, value: null, renameTo: null, isEverything: true }
  const content = (['workflows', 'checklists', 'folders'] as const).map(
    (key): TemplateEntry => ({ ...everything, key }),
  )
  const template = await as('astrid').post(projectTemplates, { customer, name: 'Large', content } as never)
  const made: string[] = []
  while (made.length < 20) {
    const { id } = await as('astrid').post(projects, { name: `Site ${made.length}` } as never)
    const application = { project_id: id, customer_id: customer, template_id: template.id, template_version: 0 }
    await db
      .insertInto('template_application')
      .values({ ...application, entries: '[]' })
      .execute()
    made.push(id)
  }
  const input = { template: template.id, projects: made }
  const planned = () => as('astrid').post(changeSets, { kind: 'template-drift', customer, input } as never)
  const sent = await captureStatements(() =>
    expect(planned()).rejects.toMatchObject({
      ...{ status: 413, code: 'tooManyRows', problems: [{ meta: { limit: 50_000 } }] },
    }),
  )
  const drifts = sent.filter((statement) => statement.includes('missing as'))
  expect(drifts.map((statement) => statement.includes('"workflow" as source'))).toEqual([true])
  const entries = await usableEntries(db, { customer, entries: content })
  const compared: Compared = {
    ...input,
    entries,
    used: 'skip',
    lost: 'keep',
    otherwise: [],
    current: [],
    unreadable: [],
  }
  const [workflows] = driftKinds
  if (!workflows) throw new Error('There are kinds')
  expect(await findRecordDrift(db, workflows, compared)).toHaveLength(50_001)
  expect((await findFolderDrift(db, compared)).rows).toHaveLength(50_001)
})
