import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { databaseBeforeMigration } from '../../../test/database-before-migration'
import { driftWorld } from '../../../test/drift-world'
import { newObjectKey } from '../../platform/objects/object-store'

const { db, customer, newLibrary, addFolder, entry, newTemplate, newProject, filledProject, upload, ...drift } =
  await driftWorld()
const { plan, apply, undo, planAndApply, describeRows, readDrift, namesIn } = drift

/** The documents at the top level of a project: their names, labels, bytes and the bytes of all their versions. */
const topLevelOf = async (project: string) => {
  const { rows } = await sql<{ name: string; labels: string[]; checksum: string; versions: string[] }>`
    select name, labels, checksum, (select array_agg(checksum order by number) from document_version as version
      where version.document_id = document.id) as versions
    from document where project_id = ${project} and folder_id is null order by name`.execute(db)
  return rows
}
const namesOf = async (project: string) => (await topLevelOf(project)).map(({ name }) => name)
/** What is recorded of the copies of documents at the top level of a project, with the names of their originals. */
const recordsOf = async (project: string) => {
  const { rows } = await sql<{ name: string; isCurrent: boolean; isAsCopied: boolean | null }>`
    select source.name, known.source_hash = source.content_hash as "isCurrent", known.copy_hash = copy.content_hash as "isAsCopied"
    from copied_resource as known
    join document as source on source.id = known.source_id
    left join document as copy on copy.id = known.resource_id
    where known.project_id = ${project} and known.entity_type = 'documents' order by source.name`.execute(db)
  return rows
}
const change = (
  project: string,
  name: string,
  values: { name?: string; labels?: string[]; folder_id?: string | null },
) =>
  db
    .updateTable('document')
    .set({
      ...values,
      ...(values.labels && { labels: JSON.stringify(values.labels) }),
      version: sql<number>`version + 1`,
    } as never)
    .where('project_id', '=', project)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
const remove = (project: string, name: string) =>
  db.deleteFrom('document').where('project_id', '=', project).where('name', '=', name).executeTakeFirstOrThrow()

/** A library with these documents at its top level, a template of all its folders, and a project that it has filled. */
async function filled(...names: string[]) {
  const library = await newLibrary()
  const checksums = await Promise.all(names.map((name) => upload(library, null, name)))
  const template = await newTemplate([entry(library, 'folders')])
  const project = await filledProject(template)
  return { library, checksums, template, project, input: { template: template.id, projects: [project] } }
}

test('what a library adds to its top level, changes, renames and labels there comes to its projects; an undo takes it back', async () => {
  const { library, checksums, template, project, input } = await filled('A-101.pdf', 'A-102.pdf', 'A-103.pdf')
  const [first, renamed, labelled] = checksums
  expect(await recordsOf(project)).toEqual(
    ['A-101.pdf', 'A-102.pdf', 'A-103.pdf'].map((name) => ({ name, isCurrent: true, isAsCopied: true })),
  )
  const atFirst = await topLevelOf(project)
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 0, 0]])
  const second = await upload(library, null, 'A-101.pdf')
  await change(library, 'A-102.pdf', { name: 'Ground floor.pdf' })
  await change(library, 'A-103.pdf', { labels: ['Issued'] })
  const added = await upload(library, null, 'A-104.pdf')
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 3, 0]])

  const { id, rows } = await planAndApply(input)
  expect(rows.map(({ object, before, after }) => [object.type, before, after])).toEqual([
    ['documents', { name: 'A-101.pdf' }, { action: 'update', name: 'A-101.pdf' }],
    ['documents', { name: 'A-103.pdf' }, { action: 'update', name: 'A-103.pdf' }],
    ['documents', null, { action: 'add', name: 'A-104.pdf' }],
    ['documents', { name: 'A-102.pdf' }, { action: 'update', name: 'Ground floor.pdf' }],
  ])
  const changed = [
    { name: 'A-101.pdf', labels: [], checksum: second, versions: [first, second] },
    { name: 'A-103.pdf', labels: ['Issued'], checksum: labelled, versions: [labelled] },
    { name: 'A-104.pdf', labels: [], checksum: added, versions: [added] },
    { name: 'Ground floor.pdf', labels: [], checksum: renamed, versions: [renamed] },
  ]
  expect(await topLevelOf(project)).toEqual(changed)
  expect((await recordsOf(project)).every(({ isCurrent, isAsCopied }) => isCurrent && isAsCopied)).toBe(true)
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 0, 0]])
  expect((await plan(input)).rows).toEqual([])

  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { undone: 4, remaining: 0 } })
  expect(await topLevelOf(project)).toEqual(atFirst)
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 3, 0]])
  expect(describeRows((await planAndApply(input)).rows)).toHaveLength(4)
  expect(await topLevelOf(project)).toEqual(changed)
})

test('a project that has none of them gets all, each under a free name, with the names that labels have there', async () => {
  const [one, two] = [await newLibrary(), await newLibrary()]
  const label = uuidv7()
  await db
    .insertInto('folder_label')
    .values({ id: label, customer_id: customer, project_id: one, name: 'Signed', colour: '#336699' })
    .execute()
  for (const library of [one, two]) await upload(library, null, 'Notes.pdf')
  await change(one, 'Notes.pdf', { labels: ['Signed'] })
  const template = await newTemplate([
    { ...entry(one, 'folderLabels', label), renameTo: 'Agreed' },
    ...[entry(one, 'folders'), entry(two, 'folders')],
  ])
  const project = await newProject(template)
  // A name is taken at the top level only.
  await upload(project, await addFolder(project, 'Own'), 'Notes.pdf')
  const { id, rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(rows).filter((row) => row.includes('Notes'))).toEqual(['add Notes (2).pdf', 'add Notes.pdf'])
  expect((await topLevelOf(project)).map(({ name, labels }) => [name, labels]).sort()).toEqual(
    [
      ['Notes.pdf', ['Agreed']],
      ['Notes (2).pdf', []],
    ].sort(),
  )
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { remaining: 0 } })
  expect(await namesOf(project)).toEqual([])
})

test('labels that only documents of the top level have come with them', async () => {
  const library = await newLibrary()
  await db
    .insertInto('folder_label')
    .values({ id: uuidv7(), customer_id: customer, project_id: library, name: 'Signed', colour: '#336699' })
    .execute()
  await upload(library, null, 'Notes.pdf')
  await change(library, 'Notes.pdf', { labels: ['Signed'] })
  const template = await newTemplate([entry(library, 'folders')])
  const labelsIn = async (project: string) => {
    const rows = await db.selectFrom('folder_label').select('name').where('project_id', '=', project).execute()
    return rows.map(({ name }) => name)
  }
  const project = await newProject(template)
  const { id } = await planAndApply({ template: template.id, projects: [project] })
  expect([await labelsIn(project), await labelsIn(await filledProject(template))]).toEqual([['Signed'], ['Signed']])
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { remaining: 0 } })
  expect(await labelsIn(project)).toEqual([])
})

test('what people changed, renamed or deleted at the top level of a project stays, and is told', async () => {
  const { library, checksums, template, project, input } = await filled(
    'Bytes.pdf',
    'Gone.pdf',
    'Name.pdf',
    'Label.pdf',
  )
  const named = checksums[2]
  const own = await upload(project, null, 'Bytes.pdf')
  await change(project, 'Name.pdf', { name: 'As built.pdf' })
  await change(project, 'Label.pdf', { labels: ['Site'] })
  await remove(project, 'Gone.pdf')
  for (const name of ['Bytes.pdf', 'Gone.pdf', 'Name.pdf']) await upload(library, null, name)
  await change(library, 'Label.pdf', { labels: ['Issued'] })
  const { id, rows } = await planAndApply(input)
  expect(describeRows(rows)).toEqual([
    'update As built.pdf',
    'changedInProject Bytes.pdf',
    'deletedInProject Gone.pdf',
    'changedInProject Label.pdf',
  ])
  const after = await topLevelOf(project)
  expect(after.map(({ name, labels, versions }) => [name, labels, versions.length])).toEqual([
    ['As built.pdf', [], 2],
    ['Bytes.pdf', [], 2],
    ['Label.pdf', ['Site'], 1],
  ])
  expect(after[0]?.versions[0]).toBe(named)
  expect(after[1]?.checksum).toBe(own)
  // A document that was renamed in the project counts as changed there, also with a new version; what was deleted, as changed in the library too.
  expect(await readDrift(template.id)).toEqual([[1, 0, 3, 3, 1]])
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { undone: 1, remaining: 0 } })
  expect((await topLevelOf(project))[0]).toMatchObject({ name: 'As built.pdf', checksum: named, versions: [named] })
})

test('a copy that is the same as its changed original is recorded as compared with it, and an undo forgets that', async () => {
  const { library, template, project, input } = await filled('A-101.pdf')
  await change(library, 'A-101.pdf', { name: 'A-201.pdf' })
  await change(project, 'A-101.pdf', { name: 'A-201.pdf' })
  const versionOf = async () =>
    (await db.selectFrom('document').select('version').where('project_id', '=', project).executeTakeFirstOrThrow())
      .version
  const before = await versionOf()
  expect(await readDrift(template.id)).toEqual([[1, 0, 1, 1, 0]])
  const { id, rows } = await planAndApply(input)
  expect(describeRows(rows)).toEqual(['compare A-201.pdf'])
  expect(await readDrift(template.id)).toEqual([[1, 0, 1, 0, 0]])
  expect((await plan(input)).rows).toEqual([])
  expect(await versionOf()).toBe(before)
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { undone: 1, remaining: 0 } })
  expect(await readDrift(template.id)).toEqual([[1, 0, 1, 1, 0]])
})

test('a new name that is taken is told until it is free', async () => {
  const { library, project, input } = await filled('A.pdf', 'B.pdf')
  await change(library, 'B.pdf', { name: 'C.pdf' })
  await change(library, 'A.pdf', { name: 'B.pdf' })
  expect(describeRows((await planAndApply(input)).rows)).toEqual(['changedInProject A.pdf', 'update C.pdf'])
  expect(await namesOf(project)).toEqual(['A.pdf', 'C.pdf'])
  expect(describeRows((await planAndApply(input)).rows)).toEqual(['update B.pdf'])
  expect(await namesOf(project)).toEqual(['B.pdf', 'C.pdf'])
})

test('a document of the project whose origin is not known is the copy of one library only', async () => {
  const [one, two] = [await newLibrary(), await newLibrary()]
  const bytes = [await upload(one, null, 'Notes.pdf'), await upload(two, null, 'Notes.pdf')]
  const template = await newTemplate([entry(one, 'folders'), entry(two, 'folders')])
  const project = await newProject(template)
  await db
    .insertInto('document')
    .values({ id: uuidv7(), customer_id: customer, project_id: project, name: 'notes.pdf' })
    .execute()
  const { id, rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(rows).slice(1)).toEqual(['add Notes (2).pdf', 'update notes.pdf'])
  const after = await topLevelOf(project)
  expect(after.map(({ name }) => name)).toEqual(['Notes (2).pdf', 'notes.pdf'])
  expect(after.map(({ checksum }) => checksum).sort()).toEqual(bytes.sort())
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { remaining: 0 } })
  expect(await topLevelOf(project)).toEqual([{ name: 'notes.pdf', labels: [], checksum: null, versions: null }])
})

test('of two plans that add the same document the second is stale', async () => {
  const { library, project, input } = await filled('A-101.pdf')
  await upload(library, null, 'A-102.pdf')
  const [first, second] = [await plan(input), await plan(input)]
  await apply(first.set.id)
  await change(project, 'A-102.pdf', { name: 'As built.pdf' })
  await expect(apply(second.set.id)).rejects.toMatchObject({ status: 412 })
  expect(await namesOf(project)).toEqual(['A-101.pdf', 'As built.pdf'])
})

test('a document that a library moves between a folder and its top level is not brought twice', async () => {
  const { library, project, input } = await filled('Down.pdf', 'Stays.pdf')
  const folder = await addFolder(library, 'Drawings')
  await upload(library, folder, 'Up.pdf')
  await planAndApply(input)
  await change(library, 'Down.pdf', { folder_id: folder })
  await change(library, 'Up.pdf', { folder_id: null })
  await planAndApply(input)
  expect(await namesIn('document', project)).toEqual(['Down.pdf', 'Stays.pdf', 'Up.pdf'])
  await remove(project, 'Up.pdf')
  expect(describeRows((await plan(input)).rows)).toEqual(['deletedInProject Up.pdf'])
})

test('a document that was deleted in the project stays away when its library moves it into a folder, and what moved is compared with the folder', async () => {
  const { library, template, project, input } = await filled('Gone.pdf', 'Moved.pdf')
  const folder = await addFolder(library, 'Drawings')
  await planAndApply(input)
  await remove(project, 'Gone.pdf')
  for (const name of ['Gone.pdf', 'Moved.pdf']) await change(library, name, { folder_id: folder })
  const newest = await upload(library, folder, 'Moved.pdf')
  const { rows } = await planAndApply(input)
  expect(describeRows(rows)).toEqual(['update Drawings', 'deletedInProject Gone.pdf'])
  expect((await topLevelOf(project)).map(({ name, checksum }) => [name, checksum])).toEqual([['Moved.pdf', newest]])
  expect(await namesIn('document', project)).toEqual(['Moved.pdf'])
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 0, 0]])
})

test('documents of the top level that a template lost are kept or removed as chosen, and an undo restores them with their versions', async () => {
  const { library, template, project } = await filled('A-101.pdf', 'A-102.pdf')
  await upload(library, null, 'A-101.pdf')
  const input = { template: template.id, projects: [project] }
  await planAndApply(input)
  await upload(project, null, 'A-102.pdf')
  const before = await topLevelOf(project)
  const records = await recordsOf(project)
  await sql`delete from template_entry where template_id = ${template.id}`.execute(db)
  await sql`update project_template set version = version + 1 where id = ${template.id}`.execute(db)
  const kept = await plan(input)
  expect(describeRows(kept.rows)).toEqual([
    ...[`version ${template.name}`, 'lostInTemplate A-101.pdf', 'changedInProject A-102.pdf'],
  ])
  const { id, rows } = await planAndApply({ ...input, lost: 'remove' })
  expect(describeRows(rows)).toEqual([
    ...[`version ${template.name}`, 'remove A-101.pdf', 'changedInProject A-102.pdf'],
  ])
  expect(await namesOf(project)).toEqual(['A-102.pdf'])
  expect(await recordsOf(project)).toHaveLength(1)
  const keptObjects = async () =>
    (await db.selectFrom('kept_object').select('object_key').where('change_set_id', '=', id).execute()).length
  expect(await keptObjects()).toBe(2)
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { remaining: 0 } })
  expect(await topLevelOf(project)).toEqual(before)
  expect(await recordsOf(project)).toEqual(records)
  expect(await keptObjects()).toBe(0)
})

test('a lost document that people moved into a folder of the project is kept', async () => {
  const { template, project, input } = await filled('A-101.pdf')
  await change(project, 'A-101.pdf', { folder_id: await addFolder(project, 'Ours') })
  await sql`delete from template_entry where template_id = ${template.id}`.execute(db)
  await sql`update project_template set version = version + 1 where id = ${template.id}`.execute(db)
  const { rows } = await planAndApply({ ...input, lost: 'remove' })
  expect(describeRows(rows)).toEqual([`version ${template.name}`, 'changedInProject A-101.pdf'])
  expect(await namesIn('document', project)).toEqual(['A-101.pdf'])
})

test('a plan is stale when a document of the library or of the project has changed since, or a name is taken', async () => {
  const { library, project, input } = await filled('A-101.pdf', 'A-102.pdf')
  const expectStale = async (happens: () => Promise<unknown>) => {
    const { set } = await plan(input)
    await happens()
    const before = await topLevelOf(project)
    await expect(apply(set.id)).rejects.toMatchObject({ status: 412 })
    expect(await topLevelOf(project)).toEqual(before)
  }
  await upload(library, null, 'A-101.pdf')
  await expectStale(() => upload(library, null, 'A-101.pdf'))
  await expectStale(() => upload(project, null, 'A-101.pdf'))
  await upload(library, null, 'A-103.pdf')
  await expectStale(() => upload(project, null, 'a-103.PDF'))
  await change(library, 'A-102.pdf', { name: 'A-202.pdf' })
  await expectStale(() => upload(project, null, 'A-202.pdf'))
})

test('an undo leaves documents that somebody has changed since, and names that are taken', async () => {
  const { library, project, input } = await filled('A-101.pdf', 'A-102.pdf')
  await change(library, 'A-101.pdf', { name: 'A-201.pdf' })
  await upload(library, null, 'A-102.pdf')
  await upload(library, null, 'A-103.pdf')
  const { id } = await planAndApply(input)
  await upload(project, null, 'A-102.pdf')
  await change(project, 'A-103.pdf', { folder_id: await addFolder(project, 'Moved here') })
  await upload(project, null, 'A-101.pdf')
  expect(await undo(id, true)).toMatchObject({ state: 'undone', summary: { undone: 0, remaining: 3 } })
  expect(await namesIn('document', project)).toEqual(['A-101.pdf', 'A-102.pdf', 'A-103.pdf', 'A-201.pdf'])
})

test('copies of before are recorded with what can be said for sure', async () => {
  const { db: former, migrateToLatest } = await databaseBeforeMigration('226')
  const [owner, maker, from, to, template] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  await sql`insert into customer (id, name) values (${owner}, 'Former')`.execute(former)
  await sql`insert into app_user (id, email) values (${maker}, 'maker@former.example')`.execute(former)
  await former.transaction().execute(async (transaction) => {
    for (const project of [from, to]) {
      await sql`insert into project (id, customer_id, name, owner_id) values (${project}, ${owner}, ${project}, ${maker})`.execute(
        transaction,
      )
      await sql`insert into project_member (project_id, user_id, customer_id, privilege_level)
        values (${project}, ${maker}, ${owner}, 30)`.execute(transaction)
    }
  })
  const all = { sourceProjectId: from, key: 'folders', value: null, renameTo: null, isEverything: true }
  await sql`insert into template_application (project_id, customer_id, template_id, template_version, entries)
    values (${to}, ${owner}, ${template}, 1, ${JSON.stringify([all])}::jsonb)`.execute(former)
  const put = async (project: string, name: string, bytes: string, source: { id: string; name: string } | null) => {
    const [id, key] = [uuidv7(), newObjectKey()]
    await sql`insert into stored_object (key, size) values (${key}, 3)`.execute(former)
    await sql`insert into document (id, customer_id, project_id, name, source_id, source_name, given_labels, revision, size, media_type,
        object_key, checksum)
      values (${id}, ${owner}, ${project}, ${name}, ${source?.id ?? null}, ${source?.name ?? null}, ${source ? '[]' : null}::jsonb, 1, 3,
        'text/plain', ${key}, ${bytes})`.execute(former)
    await sql`insert into document_version (project_id, document_id, number, size, media_type, object_key, checksum)
      values (${project}, ${id}, 1, 3, 'text/plain', ${key}, ${bytes})`.execute(former)
    return { id, name }
  }
  const copied = async (name: string, copyName: string, bytes: string) =>
    put(to, copyName, bytes, await put(from, name, `bytes of ${name}`, null))
  await copied('Same', 'Same', 'bytes of Same')
  await copied('Renamed', 'By us', 'bytes of Renamed')
  await copied('Changed', 'Changed', 'our bytes')
  await put(to, 'Own', 'own bytes', null)
  await migrateToLatest()
  const { rows } = await sql`
    select source.name, known.template_id = ${template} as "isOfTemplate", known.entry_key, known.source_hash = source.content_hash as "isCurrent",
      known.copy_hash = copy.content_hash as "isAsCopied"
    from copied_resource as known join document as source on source.id = known.source_id join document as copy on copy.id = known.resource_id
    where known.entity_type = 'documents' order by source.name`.execute(former)
  const recorded = { isOfTemplate: true, entry_key: JSON.stringify([from, 'folders', null, null]) }
  expect(rows).toEqual([
    { name: 'Changed', ...recorded, isCurrent: false, isAsCopied: false },
    { name: 'Renamed', ...recorded, isCurrent: true, isAsCopied: false },
    { name: 'Same', ...recorded, isCurrent: true, isAsCopied: true },
  ])
})
