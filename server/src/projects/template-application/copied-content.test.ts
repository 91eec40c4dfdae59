import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { type NamedTable, templateWorld } from '../../../test/template-world'
import { testDatabase } from '../../../test/test-database'
import { findFigureDifferences } from '../../content/verify-figures.store'
import { summarizeCopied } from './copied-summary.store'

const { db } = await testDatabase()
const { customers, addLibrary, put, addTemplate, addPendingProject, provision, createProjectFrom, names } =
  await templateWorld(db)

const remembered = (project: string) =>
  db.selectFrom('copied_resource').selectAll().where('project_id', '=', project).orderBy('copy_hash').execute()
const record = async (table: NamedTable, project: string, name: string) =>
  db.selectFrom(table).selectAll().where('project_id', '=', project).where('name', '=', name).executeTakeFirstOrThrow()

const library = await addLibrary()
const roof = await put(library, 'checklist', 'Outside/Roof')
await put(library, 'checklist', 'Outside/Walls/North')
await put(library, 'checklist', 'Outsider')
const defects = await put(library, 'workflow', 'Defects')
await put(library, 'workflow', 'Orders')
const drawings = await put(library, 'folder', 'Drawings')
const plans = await put(library, 'folder', 'Plans', { parent_id: drawings })
await put(library, 'folder', 'Ground floor', { parent_id: plans })
await put(library, 'folder', 'Contracts')
const crew = await put(library, 'project_group', 'Crew')
await put(library, 'project_group', 'Office')
const urgent = await put(library, 'folder_label', 'Urgent')
await put(library, 'folder_label', 'Old')
const trades = await put(library, 'label_group', 'Trades')
await put(library, 'label_group', 'Places')
const minutes = await put(library, 'report_template', 'Site/Minutes')
await put(library, 'report_template', 'Site/Defects')
const tower = await put(library, 'takt_train', 'Tower')
await put(library, 'takt_train', 'Hall')
const mine = await put(library, 'custom_view', 'Mine')
await put(library, 'custom_view', 'Ours')

const everything = { isEverything: true }
test.each([
  ['checklists', everything, 'checklist', ['Outside/Roof', 'Outside/Walls/North', 'Outsider']],
  ['checklistId', { value: roof }, 'checklist', ['Outside/Roof']],
  ['checklistId', { value: roof, renameTo: 'Roofs/Flat' }, 'checklist', ['Roofs/Flat']],
  ['checklistPrefix', { value: 'Outside' }, 'checklist', ['Outside/Roof', 'Outside/Walls/North']],
  ['checklistPrefix', { value: 'Outside/' }, 'checklist', ['Outside/Roof', 'Outside/Walls/North']],
  ['checklistPrefix', { value: 'Outside', renameTo: 'Shell' }, 'checklist', ['Shell/Roof', 'Shell/Walls/North']],
  [
    'checklistPrefix',
    { value: 'Outside', renameTo: 'x'.repeat(193) },
    'checklist',
    [`${'x'.repeat(193)}/Roof`, `${'x'.repeat(193)}/Walls`],
  ],
  [
    'checklistPrefix',
    { value: 'Outside', renameTo: 'x'.repeat(199) },
    'checklist',
    [`${'x'.repeat(192)} (2)`, 'x'.repeat(199)],
  ],
  [
    'checklists',
    { ...everything, renameTo: 'x'.repeat(188) },
    'checklist',
    [`${'x'.repeat(188)}/Outside/Roo`, `${'x'.repeat(188)}/Outside/Wal`, `${'x'.repeat(188)}/Outsider`],
  ],
  ['checklistPrefix', { value: '//Outside//' }, 'checklist', ['Outside/Roof', 'Outside/Walls/North']],
  ['checklistPrefix', { value: 'Nowhere' }, 'checklist', []],
  ['workflows', everything, 'workflow', ['Defects', 'Orders']],
  ['workflows', { value: defects, renameTo: '  ' }, 'workflow', ['Defects']],
  ['folders', everything, 'folder', ['Contracts', 'Drawings', 'Ground floor', 'Plans']],
  ['folderId', { value: plans }, 'folder', ['Ground floor', 'Plans']],
  ['folderId', { value: plans, renameTo: 'Ours: 1/2' }, 'folder', ['Ground floor', 'Ours- 1-2']],
  ['folderId', { value: plans, renameTo: '..' }, 'folder', ['_..', 'Ground floor']],
  ['folderId', { value: plans, renameTo: 'CON' }, 'folder', ['_CON', 'Ground floor']],
  ['folderId', { value: plans, renameTo: ' nul.txt ' }, 'folder', ['_nul.txt', 'Ground floor']],
  ['groups', everything, 'project_group', ['Crew', 'Office']],
  ['groups', { value: crew, renameTo: '@Team' }, 'project_group', ['Team']],
  ['folderLabels', everything, 'folder_label', ['Old', 'Urgent']],
  ['folderLabels', { value: urgent }, 'folder_label', ['Urgent']],
  ['folderLabels', { value: urgent, renameTo: 'x'.repeat(150) }, 'folder_label', ['x'.repeat(100)]],
  ['folderLabels', { value: urgent, renameTo: `${'x'.repeat(99)}🏗` }, 'folder_label', ['x'.repeat(99)]],
  ['labelGroupId', everything, 'label_group', ['Places', 'Trades']],
  ['labelGroupId', { value: trades }, 'label_group', ['Trades']],
  ['reportTemplates', everything, 'report_template', ['Site/Defects', 'Site/Minutes']],
  ['reportTemplates', { value: minutes }, 'report_template', ['Site/Minutes']],
  ['taktTrains', everything, 'takt_train', ['Hall', 'Tower']],
  ['taktTrains', { value: tower }, 'takt_train', ['Tower']],
  ['customViewId', everything, 'custom_view', ['Mine', 'Ours']],
  ['customViewId', { value: mine }, 'custom_view', ['Mine']],
] as const)('an entry of %s brings what it names (%#)', async (key, more, table, expected) => {
  const template = await addTemplate(library, [{ key, ...more }])
  const project = await createProjectFrom({ template })
  expect(await names(project, table)).toEqual(expected)
  const copies = await remembered(project)
  expect(copies).toHaveLength(expected.length)
  const rows = await db.selectFrom('project_content').selectAll().where('project_id', '=', project).execute()
  const made = new Map(rows.map((row) => [row.id, row]))
  for (const copy of copies) {
    expect(copy).toMatchObject({ template_id: template, source_project_id: library, source_version: 1 })
    expect(JSON.parse(copy.entry_key ?? '')).toEqual([
      library,
      key,
      'value' in more ? more.value : null,
      expect.toSatisfy((text) => text === null || typeof text === 'string'),
    ])
    expect(made.get(copy.resource_id)).toMatchObject({ entity_type: copy.entity_type, content_hash: copy.copy_hash })
    if (!('renameTo' in more) || more.renameTo.trim() === '') expect(copy.copy_hash).toBe(copy.source_hash)
  }
  expect((await findFigureDifferences(db)).filter((difference) => difference.project === project)).toEqual([])
})

test('blanks beside the slashes of a path are those in the names of the library', async () => {
  const source = await addLibrary()
  for (const name of ['Structure / Slab', 'Structure / Slab / Edge', 'Structure/Beams'])
    await put(source, 'checklist', name)
  const below = async (value: string, renameTo: string | null = null) =>
    names(
      await createProjectFrom({ template: await addTemplate(source, [{ key: 'checklistPrefix', value, renameTo }]) }),
      'checklist',
    )
  expect(await below('Structure /')).toEqual(['Structure / Slab', 'Structure / Slab / Edge'])
  expect(await below('Structure / Slab /', ' Floor / ')).toEqual(['Floor/ Edge'])
  expect(await below('Structure/')).toEqual(['Structure/Beams'])
})

test('what a checklist and a folder refer to is the copy’s own, and comes along when no entry names it', async () => {
  const source = await addLibrary()
  const workflow = await put(source, 'workflow', 'Snagging')
  const list = await put(source, 'checklist', 'Bath', { workflow_id: workflow })
  await put(source, 'folder_label', 'Signed')
  const top = await put(source, 'folder', 'Papers', { labels: JSON.stringify(['Signed', 'Free']) })
  const alone = await createProjectFrom({
    template: await addTemplate(source, [
      { key: 'checklistId', value: list },
      { key: 'folderId', value: top },
    ]),
  })
  const copy = await record('workflow', alone, 'Snagging')
  expect(await record('checklist', alone, 'Bath')).toMatchObject({ workflow_id: copy.id, workflow_name: 'Snagging' })
  expect(copy.id).not.toBe(workflow)
  expect(await names(alone, 'folder_label')).toEqual(['Signed'])
  const along = (await remembered(alone)).filter(({ entry_key }) => entry_key === null)
  expect(along.map(({ entity_type }) => entity_type).sort()).toEqual(['folder-labels', 'workflows'])

  // Records renamed by their own entries have the new name in all references.
  const renamed = await createProjectFrom({
    template: await addTemplate(source, [
      { key: 'workflows', value: workflow, renameTo: 'Faults' },
      { key: 'checklists', isEverything: true },
      { key: 'folders', isEverything: true },
      { key: 'folderLabels', value: (await record('folder_label', source, 'Signed')).id, renameTo: 'Agreed' },
    ]),
  })
  expect(await names(renamed, 'workflow')).toEqual(['Faults'])
  expect(await record('checklist', renamed, 'Bath')).toMatchObject({ workflow_name: 'Faults' })
  expect(await record('folder', renamed, 'Papers')).toMatchObject({ labels: ['Agreed', 'Free'] })
})

test('names that clash get a number, of several libraries and of what looks like one already', async () => {
  const [one, other] = [await addLibrary('One'), await addLibrary('Other')]
  await put(one, 'workflow', 'Defects')
  await put(one, 'workflow', 'Defects (2)')
  const otherWorkflow = await put(other, 'workflow', 'DEFECTS')
  await put(other, 'checklist', 'Bath', { workflow_id: otherWorkflow })
  await put(one, 'folder', 'Plans')
  await put(other, 'folder', 'Plans')
  const entries = [one, other].flatMap((sourceProjectId) =>
    (['workflows', 'checklists', 'folders'] as const).map((key) => ({ key, sourceProjectId, isEverything: true })),
  )
  const project = await createProjectFrom({ template: await addTemplate(one, entries) })
  expect(await names(project, 'workflow')).toEqual(['Defects', 'Defects (2)', 'DEFECTS (3)'])
  expect(await record('checklist', project, 'Bath')).toMatchObject({ workflow_name: 'DEFECTS (3)' })
  expect(await names(project, 'folder')).toEqual(['Plans', 'Plans (2)'])

  const long = await addLibrary('Long')
  const first = await put(long, 'workflow', `${'x'.repeat(198)}/a`.slice(0, 200))
  const twice = await createProjectFrom({
    template: await addTemplate(long, [
      { key: 'workflows', value: first },
      { key: 'workflows', value: await put(long, 'workflow', 'Short'), renameTo: `${'x'.repeat(198)}/A` },
      { key: 'workflows', value: await put(long, 'workflow', 'Shorter'), renameTo: `${'x'.repeat(198)}/a` },
    ]),
  })
  expect(await names(twice, 'workflow')).toEqual([
    `${'x'.repeat(192)} (2)`,
    `${'x'.repeat(192)} (3)`,
    `${'x'.repeat(198)}/a`,
  ])
})

test('one resource by two entries is brought once for each of its names', async () => {
  const project = await createProjectFrom({
    template: await addTemplate(library, [
      { key: 'checklists', isEverything: true },
      { key: 'checklistId', value: roof },
      { key: 'checklistPrefix', value: 'Outside' },
      { key: 'checklistId', value: roof, renameTo: 'Roofs' },
      { key: 'folderId', value: drawings },
      { key: 'folderId', value: plans },
      { key: 'folderId', value: plans, renameTo: 'Plans apart' },
    ]),
  })
  expect(await names(project, 'checklist')).toEqual(['Outside/Roof', 'Outside/Walls/North', 'Outsider', 'Roofs'])
  expect(await names(project, 'folder')).toEqual(['Drawings', 'Ground floor', 'Ground floor', 'Plans', 'Plans apart'])
})

test('what is gone, hibernated, deleted or another customer’s by now is skipped and told, and not a row of it comes', async () => {
  const [hibernated, deleted, moved] = [
    await addLibrary('Asleep'),
    await addLibrary('Deleted'),
    await addLibrary('Moved'),
  ]
  const foreign = await addLibrary('Foreign', customers.sor)
  for (const source of [hibernated, deleted, moved, foreign]) await put(source, 'workflow', 'Theirs')
  const deletedId = uuidv7()
  const template = await addTemplate(library, [
    { key: 'workflows', value: defects },
    { key: 'workflows', value: deletedId, renameTo: 'Was ours' },
    { key: 'customViewId', value: 'no id at all' },
    ...[hibernated, deleted, moved, foreign].flatMap((sourceProjectId) => [
      { key: 'workflows' as const, sourceProjectId, isEverything: true },
      { key: 'checklists' as const, sourceProjectId, isEverything: true },
    ]),
    { key: 'workflows', sourceProjectId: uuidv7(), isEverything: true },
  ])
  // While the libraries are readable, their content is copied.
  expect(await names(await createProjectFrom({ template }), 'workflow')).toEqual([
    'Defects',
    'Theirs',
    'Theirs (2)',
    'Theirs (3)',
  ])

  await db
    .updateTable('project')
    .set({ is_hibernated: true, hibernated_at: new Date().toISOString() })
    .where('id', '=', hibernated)
    .execute()
  await db
    .updateTable('project')
    .set({ is_inactive: true, deleted_at: new Date().toISOString() })
    .where('id', '=', deleted)
    .execute()
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('project').set({ customer_id: customers.sor }).where('id', '=', moved).execute()
  })
  const project = await createProjectFrom({ template })
  expect(await names(project, 'workflow')).toEqual(['Defects'])
  const summary = await summarizeCopied(db, project)
  expect(summary.brought).toEqual([{ type: 'workflows', count: 1 }])
  expect(summary.skippedCount).toBe(11)
  const named = expect.stringContaining('Library')
  expect(summary.skipped).toEqual([
    expect.objectContaining({ reason: 'libraryHibernated', library: expect.stringMatching(/^Asleep/), entries: 2 }),
    expect.objectContaining({ reason: 'libraryGone', library: expect.stringMatching(/^Deleted/), entries: 2 }),
    expect.objectContaining({ reason: 'libraryMoved', library: null, sourceProjectId: moved, entries: 2 }),
    expect.objectContaining({ reason: 'libraryMoved', library: null, sourceProjectId: foreign, entries: 2 }),
    expect.objectContaining({ reason: 'libraryGone', library: null, entries: 1 }),
    expect.objectContaining({
      reason: 'resourceGone',
      library: named,
      key: 'workflows',
      value: deletedId,
      renameTo: 'Was ours',
    }),
    expect.objectContaining({ reason: 'resourceGone', library: named, key: 'customViewId', value: 'no id at all' }),
  ])
})

test('documents come with their folders, by the bytes that they have, and outlive the library', async () => {
  const source = await addLibrary()
  const object_key = 'ab'.repeat(16)
  await db.insertInto('stored_object').values({ key: object_key, size: 3 }).execute()
  const bytes = { size: 3, media_type: 'text/plain', object_key, checksum: 'c' }
  const folder = await put(source, 'folder', 'Papers')
  const paper = await put(source, 'document', 'Terms.txt', { folder_id: folder, revision: 2, ...bytes })
  const number = (at: number) => ({ project_id: source, document_id: paper, number: at, ...bytes })
  await db
    .insertInto('document_version')
    .values([number(1), number(2)])
    .execute()
  await put(source, 'document', 'At the top.txt')
  await put(source, 'document', 'Not there yet.txt', { folder_id: folder })

  const project = await createProjectFrom({
    template: await addTemplate(source, [{ key: 'folders', isEverything: true }]),
  })
  expect(await names(project, 'document')).toEqual(['At the top.txt', 'Not there yet.txt', 'Terms.txt'])
  const copy = await record('document', project, 'Terms.txt')
  expect(copy).toMatchObject({
    revision: 1,
    object_key,
    checksum: 'c',
    folder_id: (await record('folder', project, 'Papers')).id,
  })
  expect((await record('folder', project, 'Papers')).id).not.toBe(folder)
  // Those in folders are recorded with their folder, those at the top level by themselves.
  const known = await remembered(project)
  expect(known.map(({ entity_type }) => entity_type).sort()).toEqual(['documents', 'folders'])
  expect(known.map(({ copy_hash }) => copy_hash)).toEqual(known.map(({ source_hash }) => source_hash))

  await db.deleteFrom('project').where('id', '=', source).execute()
  const named = await db
    .selectFrom('document_version')
    .select(['document_id', 'number'])
    .where('object_key', '=', object_key)
    .execute()
  expect(named).toEqual([{ document_id: copy.id, number: 1 }])
  await expect(sql`delete from stored_object where key = ${object_key}`.execute(db)).rejects.toThrow(
    'document_version_object_fk',
  )
  expect(await remembered(project)).toHaveLength(2)
  expect((await findFigureDifferences(db)).filter((difference) => difference.project === project)).toEqual([])
})

test('of a project that is copied whole a document keeps all its versions, by the bytes that they have', async () => {
  const source = await addLibrary()
  const folder = await put(source, 'folder', 'Papers')
  const bytesOf = (key: string) => ({ size: 3, media_type: 'text/plain', object_key: key, checksum: key.slice(0, 2) })
  const [first, second] = [bytesOf('cd'.repeat(16)), bytesOf('ef'.repeat(16))]
  for (const { object_key, size } of [first, second])
    await db.insertInto('stored_object').values({ key: object_key, size }).execute()
  const papers = [
    await put(source, 'document', 'Terms.txt', { folder_id: folder, revision: 2, ...second }),
    await put(source, 'document', 'Loose.txt', { revision: 2, ...second }),
  ]
  const of = (document_id: string) => ({ project_id: source, document_id, created_at: '2024-05-06T07:08:09Z' })
  await db
    .insertInto('document_version')
    .values(
      papers.flatMap((id) => [
        { ...of(id), number: 1, ...first },
        { ...of(id), number: 2, ...second },
      ]),
    )
    .execute()
  const versions = async (project: string) => {
    const { rows } = await sql<{ name: string; revision: number; versions: string }>`
      select name, revision, (select string_agg(number || ' ' || checksum || ' ' || extract(year from created_at), ', ' order by number)
        from document_version where document_id = document.id) as versions
      from document where project_id = ${project} order by name`.execute(db)
    return rows.map((row) => `${row.name} ${row.revision}: ${row.versions}`)
  }
  const project = await createProjectFrom({ project: source })
  expect(await versions(project)).toEqual(['Loose.txt 2: 1 cd 2024, 2 ef 2024', 'Terms.txt 2: 1 cd 2024, 2 ef 2024'])
  expect((await findFigureDifferences(db)).filter((difference) => difference.project === project)).toEqual([])
  const versionsOfObject = db
    .selectFrom('document_version')
    .select('project_id')
    .where('object_key', '=', first.object_key)
  await db.deleteFrom('project').where('id', '=', source).execute()
  expect((await versionsOfObject.execute()).map(({ project_id }) => project_id)).toEqual([project, project])
})

test('folders that lie in themselves are copied once, and the copy has no circle', async () => {
  const source = await addLibrary()
  const outer = await put(source, 'folder', 'Outer')
  const inner = await put(source, 'folder', 'Inner', { parent_id: outer })
  await db.transaction().execute(async (transaction) => {
    // Written directly, as the product never does.
    await sql`alter table folder disable trigger user`.execute(transaction)
    await transaction.updateTable('folder').set({ parent_id: inner }).where('id', '=', outer).execute()
    await sql`alter table folder enable trigger user`.execute(transaction)
  })
  for (const entry of [
    { key: 'folderId', value: outer },
    { key: 'folders', isEverything: true },
  ] as const) {
    const project = await createProjectFrom({ template: await addTemplate(source, [entry]) })
    const rows = await db.selectFrom('folder').select(['name', 'parent_id']).where('project_id', '=', project).execute()
    expect(rows.map(({ name }) => name).sort()).toEqual(['Inner', 'Outer'])
    expect(rows.some(({ parent_id }) => parent_id === null)).toBe(true)
  }
})

test('a project is copied whole: what it is built of, and nothing that was done in it', async () => {
  const source = await addLibrary('Whole')
  const workflow = await put(source, 'workflow', 'Snagging')
  const list = await put(source, 'checklist', 'Bath', { workflow_id: workflow })
  await put(source, 'document', 'Loose.txt')
  await put(source, 'project_group', 'Crew')
  const place = { customer_id: customers.nord, project_id: source }
  const building = uuidv7()
  await db
    .insertInto('building')
    .values({ id: building, name: 'House', ...place })
    .execute()
  await db
    .insertInto('space')
    .values({ id: uuidv7(), name: 'Hall', number: '1', building_id: building, ...place })
    .execute()
  await db
    .insertInto('ifc_model')
    .values({ id: uuidv7(), name: 'Frame', size: 12, files: 2, ...place })
    .execute()
  await db
    .insertInto('checklist_run')
    .values({ id: uuidv7(), checklist_id: list, place: 'Hall', ...place })
    .execute()
  await db
    .insertInto('topic')
    .values({
      id: uuidv7(),
      number: 1,
      title: 'Crack',
      workflow_id: workflow,
      state: 'Open',
      state_kind: 'open',
      ...place,
    })
    .execute()

  const project = await createProjectFrom({ project: source })
  expect(await names(project, 'workflow')).toEqual(['Snagging'])
  expect(await record('checklist', project, 'Bath')).toMatchObject({ workflow_name: 'Snagging' })
  expect(await names(project, 'document')).toEqual(['Loose.txt'])
  expect(await names(project, 'project_group')).toEqual(['Crew'])
  const figures = await db
    .selectFrom('project_figures')
    .selectAll()
    .where('project_id', '=', project)
    .executeTakeFirst()
  expect(figures).toMatchObject({
    num_buildings: 1,
    num_spaces: 1,
    num_ifc: 2,
    ifc_file_size: 12,
    num_actual_topics: 0,
  })
  expect((await findFigureDifferences(db)).filter((difference) => difference.project === project)).toEqual([])
  const recordedApplication = await db
    .selectFrom('template_application')
    .selectAll()
    .where('project_id', '=', project)
    .executeTakeFirst()
  expect(recordedApplication).toMatchObject({
    template_id: null,
    source_project_id: source,
    template_version: 1,
    copies_people: false,
  })
  expect(
    (await remembered(project)).every(({ entry_key, template_id }) => entry_key === null && template_id === null),
  ).toBe(true)
})

test('five thousand entries are brought in a step for each kind', async () => {
  const source = await addLibrary('Large')
  await sql`
    insert into checklist (id, customer_id, project_id, name, applies_to)
    select gen_random_uuid(), ${customers.nord}, ${source}, 'Part ' || at % 50 || '/List ' || at, 'project'
    from generate_series(1, 4990) as at`.execute(db)
  const rows = await db.selectFrom('checklist').select('id').where('project_id', '=', source).execute()
  const template = await addTemplate(source, [
    ...rows.map(({ id }) => ({ key: 'checklistId' as const, value: id })),
    ...Array.from({ length: 10 }, (_, at) => ({
      key: 'checklistPrefix' as const,
      value: `Part ${at}`,
      renameTo: `Other ${at}`,
    })),
  ])
  const project = await addPendingProject({ template })
  await provision(project)
  const prefixed =
    rows.length + Array.from({ length: 4_990 }, (_, at) => (at + 1) % 50).filter((part) => part < 10).length
  expect((await summarizeCopied(db, project)).brought).toEqual([{ type: 'checklists', count: prefixed }])
})
