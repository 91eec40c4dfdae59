import { isDeepStrictEqual } from 'node:util'
import { madeProjects } from '@lintel/contract/projects/made-projects'
import { projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { databaseBeforeMigration } from '../../../test/database-before-migration'
import { driftWorld } from '../../../test/drift-world'
import { interceptStatements } from '../../../test/intercept-statements'
import { provisionProjectJob } from '../project-creation/provision-project'

const { as, db, platform, customer, newLibrary, addFolder, entry, ...drift } = await driftWorld()
const { newTemplate, newProject, filledProject, upload } = drift
const { plan, apply, undo, planAndApply, describeRows, readDrift, namesIn, copyOf } = drift
const { beforeStatement, untilLockWaiters } = interceptStatements(db)

const rename = (folder: string, name: string) =>
  sql`update folder set name = ${name}, version = version + 1 where id = ${folder}`.execute(db)
/** The documents of a project: their names, revisions and bytes, and the bytes of all their versions. */
const documentsOf = async (project: string) => {
  const { rows } = await sql<{ name: string; revision: number; checksum: string; versions: string[] }>`
    select name, revision, checksum, (select array_agg(checksum order by number) from document_version as version
      where version.document_id = document.id) as versions
    from document where project_id = ${project} order by name`.execute(db)
  return rows
}

test('folders that a library renamed are renamed, and documents that it changed get their newest version; an undo takes both back', async () => {
  const library = await newLibrary()
  const outer = await addFolder(library, 'Drawings')
  const inner = await addFolder(library, 'Sections', outer)
  const first = await upload(library, inner, 'A-101.pdf')
  const template = await newTemplate([entry(library, 'folderId', outer)])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  // Other content of the project in the same folder does not conflict.
  const own = await upload(project, await copyOf(project, inner), 'Own.pdf')
  await rename(outer, 'Plans')
  await rename(inner, 'Cuts')
  const second = await upload(library, inner, 'A-101.pdf')
  const added = await upload(library, inner, 'A-102.pdf')
  const { id, rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(rows)).toEqual(['update Cuts', 'update Plans'])
  expect(rows.map(({ before, after }) => [before, after])).toEqual([
    [{ name: 'Sections' }, { action: 'update', name: 'Cuts', added: 1, changed: 1 }],
    [{ name: 'Drawings' }, { action: 'update', name: 'Plans' }],
  ])
  expect(await namesIn('folder', project)).toEqual(['Cuts', 'Plans'])
  const untouched = { name: 'Own.pdf', revision: 1, checksum: own, versions: [own] }
  expect(await documentsOf(project)).toEqual([
    { name: 'A-101.pdf', revision: 2, checksum: second, versions: [first, second] },
    { name: 'A-102.pdf', revision: 1, checksum: added, versions: [added] },
    untouched,
  ])
  expect((await plan({ template: template.id, projects: [project] })).rows).toEqual([])
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { undone: 2, remaining: 0 } })
  expect(await namesIn('folder', project)).toEqual(['Drawings', 'Sections'])
  expect(await documentsOf(project)).toEqual([
    { name: 'A-101.pdf', revision: 1, checksum: first, versions: [first] },
    untouched,
  ])
  // The rename is planned and applied again.
  expect(describeRows((await planAndApply({ template: template.id, projects: [project] })).rows)).toEqual([
    'update Cuts',
    'update Plans',
  ])
  expect(await namesIn('folder', project)).toEqual(['Cuts', 'Plans'])
})

test('a folder that was renamed in the project keeps its name, and a document that was changed there its bytes: both are told', async () => {
  const library = await newLibrary()
  const [ownFolder, mixed] = [await addFolder(library, 'Theirs'), await addFolder(library, 'Mixed')]
  await upload(library, mixed, 'Plan.pdf')
  const template = await newTemplate([entry(library, 'folders')])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  await rename(await copyOf(project, ownFolder), 'Ours')
  const changed = await upload(project, await copyOf(project, mixed), 'Plan.pdf')
  await rename(ownFolder, 'Theirs anew')
  await upload(library, mixed, 'Plan.pdf')
  const { rows } = await plan({ template: template.id, projects: [project] })
  expect(describeRows(rows)).toEqual([
    ...[`compare ${template.name}`, 'changedInProject Ours', 'changedInProject Plan.pdf'],
  ])
  expect(rows.map(({ object }) => object.type)).toEqual(['project-templates', 'folders', 'documents'])
  expect(await namesIn('folder', project)).toEqual(['Mixed', 'Ours'])
  expect((await documentsOf(project)).map(({ checksum }) => checksum)).toEqual([changed])
})

test('a new name that another folder of the project has gets a number, and one that is taken since makes the plan stale', async () => {
  const library = await newLibrary()
  const folder = await addFolder(library, 'Before')
  const template = await newTemplate([entry(library, 'folders')])
  const [project, other] = [await newProject(template, 'Alpha'), await newProject(template, 'Omega')]
  await planAndApply({ template: template.id, projects: [project, other] })
  await addFolder(project, 'after')
  await rename(folder, 'After')
  const { set, rows } = await plan({ template: template.id, projects: [project, other] })
  expect(rows.map(({ after }) => after?.name)).toEqual(['After (2)', 'After'])
  await addFolder(other, 'AFTER')
  await expect(apply(set.id)).rejects.toMatchObject({ status: 412 })
  expect([await namesIn('folder', project), await namesIn('folder', other)]).toEqual([
    ['after', 'Before'],
    ['AFTER', 'Before'],
  ])
  await planAndApply({ template: template.id, projects: [project, other] })
  expect([await namesIn('folder', project), await namesIn('folder', other)]).toEqual([
    ['after', 'After (2)'],
    ['AFTER', 'After (2)'],
  ])
})

test('a project that a template has made knows the names of its folders: an entry’s own name stays when the library renames', async () => {
  const library = await newLibrary()
  const [named1, plain] = [await addFolder(library, 'Given'), await addFolder(library, 'Plain')]
  const content = [{ ...entry(library, 'folderId', named1), renameTo: 'Ours' }, entry(library, 'folderId', plain)]
  const template = await newTemplate(content)
  const { id: project } = await as('astrid').post(projects, {
    name: 'Of folders',
    projectTemplateId: template.id,
  } as never)
  const job = { id: uuidv7(), attempt: 1, customer: null }
  await provisionProjectJob().run({ platform, payload: { project }, job, signal: new AbortController().signal })
  await rename(named1, 'Given anew')
  await rename(plain, 'Plain anew')
  const { rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(rows)).toEqual(['update Plain anew'])
  expect(await namesIn('folder', project)).toEqual(['Ours', 'Plain anew'])
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 0, 0]])
})

test('a document is the same one under another name and in another folder: renamed with its library, kept as the project calls it, and never brought twice', async () => {
  const library = await newLibrary()
  const [drawings, archive] = [await addFolder(library, 'Drawings'), await addFolder(library, 'Archive')]
  const first = await upload(library, drawings, 'A-101.pdf')
  const second = await upload(library, drawings, 'A-102.pdf')
  const third = await upload(library, drawings, 'A-103.pdf')
  const template = await newTemplate([entry(library, 'folders')])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  const there = await copyOf(project, drawings)
  const call = (folder: string, name: string, to: string) =>
    sql`update document set name = ${to}, version = version + 1 where folder_id = ${folder} and name = ${name}`.execute(
      db,
    )
  await call(drawings, 'A-101.pdf', 'Ground floor.pdf')
  await call(there, 'A-102.pdf', 'First floor, as built.pdf')
  await call(drawings, 'A-102.pdf', 'First floor.pdf')
  await sql`update document set folder_id = ${archive} where folder_id = ${drawings} and name = 'A-103.pdf'`.execute(db)
  const newest = await upload(library, drawings, 'First floor.pdf')
  const { id, rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(rows.map(({ after }) => after)).toEqual([{ action: 'update', name: 'Drawings', changed: 2 }])
  const copiedDocuments = [
    { name: 'A-103.pdf', revision: 1, checksum: third, versions: [third] },
    { name: 'First floor, as built.pdf', revision: 2, checksum: newest, versions: [second, newest] },
    { name: 'Ground floor.pdf', revision: 1, checksum: first, versions: [first] },
  ]
  expect(await documentsOf(project)).toEqual(copiedDocuments)
  expect((await plan({ template: template.id, projects: [project] })).rows).toEqual([])
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { remaining: 0 } })
  expect(await documentsOf(project)).toEqual([
    { name: 'A-101.pdf', revision: 1, checksum: first, versions: [first] },
    { name: 'A-103.pdf', revision: 1, checksum: third, versions: [third] },
    { name: 'First floor, as built.pdf', revision: 1, checksum: second, versions: [second] },
  ])
})

const remove = (project: string, name: string) =>
  db.deleteFrom('document').where('project_id', '=', project).where('name', '=', name).execute()
const label = (folder: string, ...labels: string[]) =>
  sql`update folder set labels = ${JSON.stringify(labels)}::jsonb, version = version + 1 where id = ${folder}`.execute(
    db,
  )
const labelsOf = async (folder: string) =>
  (await db.selectFrom('folder').select('labels').where('id', '=', folder).executeTakeFirstOrThrow()).labels
/** What is recorded of the copies of folders of a project. */
const recordsOf = async (project: string) => {
  const { rows } = await sql<{ known: object }>`
    select to_jsonb(known) || jsonb_build_object('source_documents', array(select unnest(source_documents) order by 1)) as known
    from copied_resource as known where project_id = ${project} and entity_type = 'folders' order by resource_id`.execute(
    db,
  )
  return rows.map(({ known }) => known)
}
test('a document that was deleted in the project stays away when its library changes, wherever it lies there, and is told once', async () => {
  const library = await newLibrary()
  const [drawings, archive] = [await addFolder(library, 'Drawings'), await addFolder(library, 'Archive')]
  for (const name of ['A-101.pdf', 'A-102.pdf', 'A-103.pdf']) await upload(library, drawings, name)
  const template = await newTemplate([entry(library, 'folders')])
  const [filled, planned] = [await filledProject(template), await newProject(template, 'Planned')]
  await planAndApply({ template: template.id, projects: [planned] })
  for (const project of [filled, planned]) {
    await remove(project, 'A-102.pdf')
    await remove(project, 'A-103.pdf')
  }
  await upload(library, drawings, 'A-104.pdf')
  await sql`update document set folder_id = ${archive}, version = version + 1
    where folder_id = ${drawings} and name = 'A-103.pdf'`.execute(db)
  for (const project of [filled, planned]) {
    const before = await recordsOf(project)
    const { id, rows } = await planAndApply({ template: template.id, projects: [project] })
    expect(describeRows(rows)).toEqual([
      ...['deletedInProject A-102.pdf', 'deletedInProject A-103.pdf', 'update Drawings'],
    ])
    expect(rows[0]?.object).toEqual({ type: 'documents', name: 'A-102.pdf', project, projectName: expect.any(String) })
    expect(rows[2]?.after).toEqual({ action: 'update', name: 'Drawings', added: 1 })
    expect(await namesIn('document', project)).toEqual(['A-101.pdf', 'A-104.pdf'])
    expect((await plan({ template: template.id, projects: [project] })).rows).toEqual([])
    expect(await undo(id)).toMatchObject({ state: 'undone', summary: { undone: 1, remaining: 0 } })
    expect(await namesIn('document', project)).toEqual(['A-101.pdf'])
    expect(await recordsOf(project)).toEqual(before)
    await planAndApply({ template: template.id, projects: [project] })
    await remove(project, 'A-104.pdf')
  }
  // What a plan brought and somebody deleted stays away as well.
  await upload(library, drawings, 'A-105.pdf')
  const { rows } = await planAndApply({ template: template.id, projects: [filled] })
  expect(describeRows(rows)).toEqual([
    ...['deletedInProject A-102.pdf', 'deletedInProject A-104.pdf', 'update Drawings'],
  ])
  expect(await namesIn('document', filled)).toEqual(['A-101.pdf', 'A-105.pdf'])
})

test('a document that is deleted after the plan was made is not added again by it', async () => {
  const library = await newLibrary()
  const drawings = await addFolder(library, 'Drawings')
  await upload(library, drawings, 'A-101.pdf')
  const template = await newTemplate([entry(library, 'folders')])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  await upload(library, drawings, 'A-102.pdf')
  const { set } = await plan({ template: template.id, projects: [project] })
  await remove(project, 'A-101.pdf')
  expect(await apply(set.id)).toMatchObject({ state: 'applied' })
  expect(await namesIn('document', project)).toEqual(['A-102.pdf'])
})

test('a folder that is copied twice gets each document twice, and loses it only where it was deleted', async () => {
  const library = await newLibrary()
  const drawings = await addFolder(library, 'Drawings')
  await upload(library, drawings, 'A-101.pdf')
  const plain = entry(library, 'folderId', drawings)
  const template = await newTemplate([plain, { ...plain, renameTo: 'Second' }])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  const { rows: folders } = await sql<{ id: string }>`
    select id from folder where project_id = ${project} order by name`.execute(db)
  await db
    .deleteFrom('document')
    .where('folder_id', '=', folders[1]?.id ?? '')
    .execute()
  await upload(library, drawings, 'A-102.pdf')
  const { rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(rows)).toEqual(['deletedInProject A-101.pdf', 'update Drawings', 'update Second'])
  expect(await namesIn('document', project)).toEqual(['A-101.pdf', 'A-102.pdf', 'A-102.pdf'])
})

test('labels follow the library where nobody labelled the folder in the project; what was labelled there stays and is told', async () => {
  const library = await newLibrary()
  const [theirs, ours, mixed] = [
    await addFolder(library, 'Theirs'),
    await addFolder(library, 'Ours'),
    await addFolder(library, 'Mixed'),
  ]
  for (const folder of [theirs, ours, mixed]) await label(folder, 'Draft')
  const template = await newTemplate([entry(library, 'folders')])
  const [filled, planned] = [await filledProject(template), await newProject(template, 'Planned')]
  await planAndApply({ template: template.id, projects: [planned] })
  for (const project of [filled, planned]) {
    for (const folder of [ours, mixed]) await label(await copyOf(project, folder), 'Site')
  }
  for (const folder of [theirs, ours]) await label(folder, 'Issued')
  await upload(library, mixed, 'A-101.pdf')
  for (const project of [filled, planned]) {
    const labels = async () => {
      const copies = [await copyOf(project, theirs), await copyOf(project, ours), await copyOf(project, mixed)]
      return [await labelsOf(copies[0] ?? ''), await labelsOf(copies[1] ?? ''), await labelsOf(copies[2] ?? '')]
    }
    const before = await recordsOf(project)
    const { id, rows } = await planAndApply({ template: template.id, projects: [project] })
    // Nobody labelled the library's mixed folder, so that there is nothing to tell of its labels.
    expect(describeRows(rows)).toEqual(['update Mixed', 'changedInProject Ours', 'update Theirs'])
    expect(await labels()).toEqual([['Issued'], ['Site'], ['Site']])
    expect((await plan({ template: template.id, projects: [project] })).rows).toEqual([])
    expect(await undo(id)).toMatchObject({ state: 'undone', summary: { undone: 2, remaining: 0 } })
    expect(await labels()).toEqual([['Draft'], ['Site'], ['Site']])
    expect(await recordsOf(project)).toEqual(before)
    await planAndApply({ template: template.id, projects: [project] })
  }
  // Labels that a plan brought are the given ones from then on.
  await label(theirs, 'Final')
  await label(await copyOf(planned, theirs), 'Site')
  expect(describeRows((await planAndApply({ template: template.id, projects: [filled, planned] })).rows)).toEqual([
    ...['update Theirs', `compare ${template.name}`, 'changedInProject Theirs'],
  ])
  expect(await labelsOf(await copyOf(filled, theirs))).toEqual(['Final'])
  expect(await labelsOf(await copyOf(planned, theirs))).toEqual(['Site'])
})

test('where nobody knows which labels a folder was given, they are replaced only while it is as it came', async () => {
  const library = await newLibrary()
  const [asCopied, changed] = [await addFolder(library, 'As copied'), await addFolder(library, 'Changed')]
  const template = await newTemplate([entry(library, 'folders')])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  await db.updateTable('copied_resource').set({ given_labels: null }).where('project_id', '=', project).execute()
  await label(await copyOf(project, changed), 'Site')
  for (const folder of [asCopied, changed]) await label(folder, 'Issued')
  const { rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(rows)).toEqual(['update As copied', 'changedInProject Changed'])
  expect(await labelsOf(await copyOf(project, asCopied))).toEqual(['Issued'])
  expect(await labelsOf(await copyOf(project, changed))).toEqual(['Site'])
})

test('a folder that a template lost is recorded as before when its removal is undone', async () => {
  const library = await newLibrary()
  const drawings = await addFolder(library, 'Drawings')
  await label(drawings, 'Draft')
  await upload(library, drawings, 'A-101.pdf')
  const template = await newTemplate([entry(library, 'folderId', drawings)])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  const before = await recordsOf(project)
  await db.deleteFrom('template_entry').where('template_id', '=', template.id).execute()
  const { id, rows } = await planAndApply({ template: template.id, projects: [project], lost: 'remove' })
  expect(describeRows(rows)).toEqual(['remove Drawings'])
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { remaining: 0 } })
  expect(await recordsOf(project)).toEqual(before)
  expect(before).toEqual([expect.objectContaining({ given_labels: ['Draft'], source_documents: [expect.any(String)] })])
})

test('a folder that somebody renamed or labelled after a plan was applied keeps that when the plan is undone', async () => {
  const library = await newLibrary()
  const folders = [
    await addFolder(library, 'Named'),
    await addFolder(library, 'Labelled'),
    await addFolder(library, 'Left'),
  ]
  const template = await newTemplate([entry(library, 'folders')])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  for (const folder of folders) {
    await label(folder, 'Issued')
    await upload(library, folder, 'A-101.pdf')
  }
  const { id } = await planAndApply({ template: template.id, projects: [project] })
  const [named, labelled, left] = await Promise.all(folders.map((folder) => copyOf(project, folder)))
  await rename(named ?? '', 'Ours')
  await label(labelled ?? '', 'Site')
  await expect(undo(id)).rejects.toMatchObject({ code: 'changedSince' })
  expect(await undo(id, true)).toMatchObject({ state: 'undone', summary: { undone: 1, remaining: 2 } })
  expect(await namesIn('folder', project)).toEqual(['Labelled', 'Left', 'Ours'])
  expect([await labelsOf(labelled ?? ''), await labelsOf(left ?? '')]).toEqual([['Site'], []])
  const { rows } = await sql<{ given_labels: string[] }>`
    select given_labels from copied_resource where project_id = ${project} order by resource_id = ${left ?? ''}`.execute(
    db,
  )
  expect(rows.map(({ given_labels }) => given_labels)).toEqual([['Issued'], ['Issued'], []])
})

/** What a plan for the project would change or tell now, with the numbers of documents. */
const planned = async (template: string, project: string) =>
  (await plan({ template, projects: [project] })).rows.map(({ object, after, conflict }) =>
    [conflict ?? after?.action, object.name, after?.added].filter((part) => part !== undefined).join(' '),
  )
const hibernate = (project: string, is_hibernated: boolean) =>
  db.updateTable('project').set({ is_hibernated }).where('id', '=', project).execute()

test('folders of a library that could not be read when a plan was made are compared when it can be read again', async () => {
  const [one, two] = [await newLibrary(), await newLibrary()]
  const [drawings, permits] = [await addFolder(one, 'Drawings'), await addFolder(two, 'Permits')]
  const template = await newTemplate([entry(one, 'folders'), entry(two, 'folders')])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  await upload(one, drawings, 'A-101.pdf')
  await upload(two, permits, 'Building permit.pdf')
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 2, 0]])
  await hibernate(two, true)
  const before = await recordsOf(project)
  const { id, rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(rows)).toEqual([expect.stringMatching(/^libraryHibernated/), 'update Drawings'])
  const recorded = await recordsOf(project)
  // What was not compared is recorded as before.
  expect(recorded.filter((record) => before.some((was) => isDeepStrictEqual(was, record)))).toEqual([
    expect.objectContaining({ source_id: permits }),
  ])
  await hibernate(two, false)
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 1, 0]])
  expect(await planned(template.id, project)).toEqual(['update Permits 1'])
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { remaining: 0 } })
  expect(await recordsOf(project)).toEqual(before)
  await planAndApply({ template: template.id, projects: [project] })
  expect(await namesIn('document', project)).toEqual(['A-101.pdf', 'Building permit.pdf'])
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 0, 0]])
})

test('what a library gets after a plan was made, in a folder without a row, is in the next plan', async () => {
  const library = await newLibrary()
  const outer = await addFolder(library, 'Outer')
  const [first, second] = [await addFolder(library, 'First', outer), await addFolder(library, 'Second', outer)]
  const template = await newTemplate([entry(library, 'folderId', outer)])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  await upload(library, first, 'A-101.pdf')
  // The folder above has changed with it, and is compared without a row.
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 2, 0]])
  const { set, rows } = await plan({ template: template.id, projects: [project] })
  expect(describeRows(rows)).toEqual(['update First'])
  const late = await upload(library, second, 'A-102.pdf')
  expect(await apply(set.id)).toMatchObject({ state: 'applied' })
  expect(await namesIn('document', project)).toEqual(['A-101.pdf'])
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 2, 0]])
  expect(await planned(template.id, project)).toEqual(['update Second 1'])
  await planAndApply({ template: template.id, projects: [project] })
  expect((await documentsOf(project)).map(({ name, checksum }) => [name, checksum]).at(-1)).toEqual(['A-102.pdf', late])
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 0, 0]])
  expect(await planned(template.id, project)).toEqual([])
})

test('a folder whose library has changed since the plan makes it stale: nothing comes that the plan did not show', async () => {
  const library = await newLibrary()
  const drawings = await addFolder(library, 'Drawings')
  const template = await newTemplate([entry(library, 'folders')])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  await upload(library, drawings, 'A-101.pdf')
  const before = await recordsOf(project)
  const updated = await plan({ template: template.id, projects: [project] })
  expect(updated.rows.map(({ after }) => after)).toEqual([{ action: 'update', name: 'Drawings', added: 1 }])
  await upload(library, drawings, 'Unseen.pdf')
  await expect(apply(updated.set.id)).rejects.toMatchObject({ status: 412 })
  expect(await namesIn('document', project)).toEqual([])
  expect(await recordsOf(project)).toEqual(before)
  expect(await planned(template.id, project)).toEqual(['update Drawings 2'])
  await planAndApply({ template: template.id, projects: [project] })

  const sections = await addFolder(library, 'Sections')
  const added = await plan({ template: template.id, projects: [project] })
  expect(describeRows(added.rows)).toEqual(['add Sections'])
  await upload(library, sections, 'Unseen too.pdf')
  await expect(apply(added.set.id)).rejects.toMatchObject({ status: 412 })
  expect(await namesIn('folder', project)).toEqual(['Drawings'])
  const again = await plan({ template: template.id, projects: [project] })
  const own = await addFolder(project, 'Sections')
  await expect(apply(again.set.id)).rejects.toMatchObject({ status: 412 })
  expect(await namesIn('document', project)).toEqual(['A-101.pdf', 'Unseen.pdf'])
  await rename(own, 'Ours')
  await planAndApply({ template: template.id, projects: [project] })
  expect(await namesIn('folder', project)).toEqual(['Drawings', 'Ours', 'Sections'])
  expect(await namesIn('document', project)).toEqual(['A-101.pdf', 'Unseen too.pdf', 'Unseen.pdf'])
})

test('what comes into a library folder while a plan is applied waits, and is in the next plan', async () => {
  const library = await newLibrary()
  const drawings = await addFolder(library, 'Drawings')
  const template = await newTemplate([entry(library, 'folders')])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  await upload(library, drawings, 'A-101.pdf')
  const { set } = await plan({ template: template.id, projects: [project] })
  let upcoming: Promise<string> | undefined
  beforeStatement('documentsWere', async () => {
    upcoming = upload(library, drawings, 'Meanwhile.pdf')
    await untilLockWaiters('insert into "document"')
  })
  expect(await apply(set.id)).toMatchObject({ state: 'applied' })
  await upcoming
  expect(await namesIn('document', project)).toEqual(['A-101.pdf'])
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 1, 0]])
  expect(await planned(template.id, project)).toEqual(['update Drawings 1'])
})

test('an apply and its undo wait for the folders of a project, wherever its documents were moved, before they change anything there', async () => {
  const library = await newLibrary()
  await upload(library, await addFolder(library, 'Drawings'), 'A-101.pdf')
  const template = await newTemplate([entry(library, 'folders'), entry(library, 'workflows')])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  const elsewhere = await addFolder(project, 'Elsewhere')
  await sql`update document set folder_id = ${elsewhere} where project_id = ${project}`.execute(db)
  await addFolder(library, 'Sections')
  await drift.addWorkflow(library, 'Defects')
  const { set } = await plan({ template: template.id, projects: [project] })
  for (const step of [apply, undo]) {
    const { done } = await db.transaction().execute(async (user) => {
      await sql`select from folder where id = ${elsewhere} for no key update`.execute(user)
      const done = step(set.id)
      await untilLockWaiters('folder_hold')
      // What the user's change locks next.
      await sql`select from project_figures where project_id = ${project} for no key update nowait`.execute(user)
      return { done }
    })
    await done
  }
})

test('copies from before labels and documents were recorded get what can be said for sure', async () => {
  const { db: former, migrateToLatest } = await databaseBeforeMigration('213')
  const [owner, maker, from, to] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  await sql`insert into customer (id, name) values (${owner}, 'Former')`.execute(former)
  await sql`insert into app_user (id, email) values (${maker}, 'maker@former.example')`.execute(former)
  await former.transaction().execute(async (transaction) => {
    for (const [project, name] of [
      [from, 'Library'],
      [to, 'Site'],
    ]) {
      await sql`insert into project (id, customer_id, name, owner_id) values (${project}, ${owner}, ${name}, ${maker})`.execute(
        transaction,
      )
      await sql`insert into project_member (project_id, user_id, customer_id, privilege_level)
        values (${project}, ${maker}, ${owner}, 30)`.execute(transaction)
    }
  })
  const put = async (project: string, name: string, labels: string[]) => {
    const id = uuidv7()
    await sql`insert into folder (id, customer_id, project_id, name, labels)
      values (${id}, ${owner}, ${project}, ${name}, ${JSON.stringify(labels)}::jsonb)`.execute(former)
    return id
  }
  const write = async (project: string, folder: string, name: string, source: string | null = null) => {
    const id = uuidv7()
    await sql`insert into document (id, customer_id, project_id, folder_id, name, source_id, source_name)
      values (${id}, ${owner}, ${project}, ${folder}, ${name}, ${source}, ${source && name})`.execute(former)
    return id
  }
  const copied = async (name: string) => {
    const [source, copy] = [await put(from, name, ['Draft']), await put(to, name, ['Draft'])]
    const documents = [await write(from, source, 'Known.pdf'), await write(from, source, 'Unknown.pdf')]
    await write(to, copy, 'Known.pdf', documents[0])
    await write(to, copy, 'Unknown.pdf')
    await sql`insert into copied_resource (project_id, entity_type, resource_id, source_project_id, source_id, source_version,
        source_hash, copy_hash)
      select ${to}, 'folders', ${copy}, ${from}, ${source}, 1, source.content_hash, copy.content_hash
      from folder as source, folder as copy where source.id = ${source} and copy.id = ${copy}`.execute(former)
    return { source, copy, documents }
  }
  const relabel = (folder: string) => sql`update folder set labels = '["Site"]' where id = ${folder}`.execute(former)
  const [same, inLibrary, inProject, inBoth] = [
    await copied('Same'),
    await copied('In library'),
    await copied('In project'),
    await copied('In both'),
  ]
  for (const folder of [inLibrary.source, inProject.copy, inBoth.source, inBoth.copy]) await relabel(folder)
  const unlisted = sql`select count(*)::int as count from project_content as listed join folder using (id)
    where listed.content_hash <> folder.content_hash`
  expect((await unlisted.execute(former)).rows).toEqual([{ count: 4 }])
  await migrateToLatest()
  const { rows } = await sql<{ id: string; given_labels: string[] | null; source_documents: string[] | null }>`
    select resource_id as id, given_labels, source_documents from copied_resource`.execute(former)
  const recorded = new Map(rows.map(({ id, ...row }) => [id, row]))
  expect([same, inLibrary, inProject, inBoth].map(({ copy }) => recorded.get(copy))).toEqual([
    { given_labels: ['Draft'], source_documents: [same.documents[0]] },
    { given_labels: ['Draft'], source_documents: null },
    { given_labels: ['Draft'], source_documents: [inProject.documents[0]] },
    { given_labels: null, source_documents: null },
  ])
  expect((await unlisted.execute(former)).rows).toEqual([{ count: 0 }])
  await relabel(same.copy)
  expect((await unlisted.execute(former)).rows).toEqual([{ count: 0 }])
})

const relabel = (folder: string, name: string, ...labels: string[]) =>
  sql`update document set labels = ${JSON.stringify(labels)}::jsonb, version = version + 1
    where folder_id = ${folder} and name = ${name}`.execute(db)
/** The documents of a project with their labels. */
const labelledDocuments = async (project: string) => {
  const named = db.selectFrom('document').select(['name', 'labels']).where('project_id', '=', project)
  return (await named.orderBy('name').execute()).map(({ name, labels }) => [name, labels])
}
const addLabel = async (project: string, name: string) => {
  const id = uuidv7()
  await db
    .insertInto('folder_label')
    .values({ id, customer_id: customer, project_id: project, name, colour: '#336699' })
    .execute()
  return id
}

test('labels have the names of their copies when a library changes: those that an entry gave them, and the numbers of clashing ones', async () => {
  const [one, two] = [await newLibrary(), await newLibrary()]
  const [signed] = [await addLabel(one, 'Signed'), await addLabel(one, 'Approved'), await addLabel(two, 'Approved')]
  const [papers, permits] = [await addFolder(one, 'Papers'), await addFolder(two, 'Permits')]
  await label(papers, 'Signed', 'Approved')
  await label(permits, 'APPROVED', 'Free')
  const template = await newTemplate([
    { ...entry(one, 'folderLabels', signed), renameTo: 'Agreed' },
    ...[entry(one, 'folders'), entry(two, 'folders')],
  ])
  const project = await filledProject(template)
  const copies = [await copyOf(project, papers), await copyOf(project, permits)]
  const given = async () => await Promise.all(copies.map(labelsOf))
  const atFirst = [
    ['Agreed', 'Approved'],
    ['Approved (2)', 'Free'],
  ]
  expect(await given()).toEqual(atFirst)
  await upload(one, papers, 'A-101.pdf')
  await relabel(papers, 'A-101.pdf', 'Signed')
  await upload(two, permits, 'B-101.pdf')
  await relabel(permits, 'B-101.pdf', 'Approved')
  const { id, rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(rows.map(({ after }) => after)).toEqual([
    { action: 'update', name: 'Papers', added: 1 },
    { action: 'update', name: 'Permits', added: 1 },
  ])
  expect(await given()).toEqual(atFirst)
  expect(await labelledDocuments(project)).toEqual([
    ['A-101.pdf', ['Agreed']],
    ['B-101.pdf', ['Approved (2)']],
  ])
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 0, 0]])
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { remaining: 0 } })
  await planAndApply({ template: template.id, projects: [project] })

  // Labels that a library gives its folders, and folders that it adds, have these names as well.
  await label(permits, 'Approved')
  await label(await addFolder(one, 'Reports'), 'signed')
  const changed = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(changed.rows)).toEqual(['update Permits', 'add Reports'])
  expect(await given()).toEqual([['Agreed', 'Approved'], ['Approved (2)']])
  const reports = await db
    .selectFrom('folder')
    .select('labels')
    .where('project_id', '=', project)
    .where('name', '=', 'Reports')
    .executeTakeFirst()
  expect(reports?.labels).toEqual(['Agreed'])
})

test('a label that its library renames is renamed in the project, with it in folders and documents; an undo takes all of it back', async () => {
  const library = await newLibrary()
  const signed = await addLabel(library, 'Signed')
  const papers = await addFolder(library, 'Papers')
  await label(papers, 'Signed')
  await upload(library, papers, 'A-101.pdf')
  await relabel(papers, 'A-101.pdf', 'Signed')
  const template = await newTemplate([entry(library, 'folderLabels'), entry(library, 'folders')])
  const project = await filledProject(template)
  const labels = async () => [await labelsOf(await copyOf(project, papers)), await labelledDocuments(project)]
  expect(await labels()).toEqual([['Signed'], [['A-101.pdf', ['Signed']]]])
  await sql`update folder_label set name = 'Issued', version = version + 1 where id = ${signed}`.execute(db)
  await label(papers, 'Issued')
  await relabel(papers, 'A-101.pdf', 'Issued')
  const { id, rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(rows)).toEqual(expect.arrayContaining(['update Issued', 'update Papers']))
  expect(await labels()).toEqual([['Issued'], [['A-101.pdf', ['Issued']]]])
  expect((await plan({ template: template.id, projects: [project] })).rows).toEqual([])
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { remaining: 0 } })
  expect(await labels()).toEqual([['Signed'], [['A-101.pdf', ['Signed']]]])
})

test('a folder that somebody labelled in the project is told only if its library changed the label, not its name', async () => {
  const library = await newLibrary()
  const signed = await addLabel(library, 'Signed')
  const papers = await addFolder(library, 'Papers')
  await label(papers, 'Signed')
  await upload(library, papers, 'A-101.pdf')
  const template = await newTemplate([
    { ...entry(library, 'folderLabels', signed), renameTo: 'Agreed' },
    entry(library, 'folders'),
  ])
  const project = await filledProject(template)
  await label(await copyOf(project, papers), 'Agreed', 'Site')
  await remove(library, 'A-101.pdf')
  const { rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(rows)).toEqual([`compare ${template.name}`])
  expect(await labelsOf(await copyOf(project, papers))).toEqual(['Agreed', 'Site'])
  await label(papers, 'Signed', 'Issued')
  const changed = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(changed.rows)).toEqual([`compare ${template.name}`, 'changedInProject Papers'])
  expect(await labelsOf(await copyOf(project, papers))).toEqual(['Agreed', 'Site'])
})

const move = (document: string, from: string, to: string) =>
  sql`update document set folder_id = ${to}, version = version + 1 where folder_id = ${from} and name = ${document}`.execute(
    db,
  )

test('what a library deletes or moves changes nothing in the project: a row says that it was compared, and an undo takes that back', async () => {
  const library = await newLibrary()
  const outer = await addFolder(library, 'Outer')
  const [drawings, archive] = [await addFolder(library, 'Drawings', outer), await addFolder(library, 'Archive')]
  for (const name of ['A-101.pdf', 'A-102.pdf']) await upload(library, drawings, name)
  const template = await newTemplate([entry(library, 'folders')])
  const project = await filledProject(template)
  const other = await filledProject(template)
  const input = { template: template.id, projects: [project] }
  const changedInLibrary = async () =>
    new Map(
      (await as('astrid').list(madeProjects, { filter: { template: template.id } })).map((one) => [
        one.id,
        one.changedInLibrary,
      ]),
    )
  const changes = [
    () => remove(library, 'A-101.pdf'),
    () => move('A-102.pdf', drawings, archive),
    () => sql`update folder set parent_id = ${archive}, version = version + 1 where id = ${drawings}`.execute(db),
    () => db.deleteFrom('folder').where('id', '=', drawings).execute(),
  ]
  for (const changeLibrary of changes) {
    const [records, documents] = [await recordsOf(project), await labelledDocuments(project)]
    await changeLibrary()
    expect((await changedInLibrary()).get(project)).toBeGreaterThan(0)
    const { id, rows } = await planAndApply(input)
    expect(rows.map(({ object, before, after }) => [object.type, object.project, before, after])).toEqual([
      ['project-templates', project, { version: 1 }, { action: 'compare', version: 1 }],
    ])
    expect((await changedInLibrary()).get(project)).toBe(0)
    expect(await labelledDocuments(project)).toEqual(documents)
    expect((await plan(input)).rows).toEqual([])
    expect(await undo(id)).toMatchObject({ state: 'undone', summary: { undone: 1, remaining: 0 } })
    expect(await recordsOf(project)).toEqual(records)
    expect(describeRows((await planAndApply(input)).rows)).toEqual([`compare ${template.name}`])
    expect((await changedInLibrary()).get(project)).toBe(0)
  }
  expect((await changedInLibrary()).get(other)).toBeGreaterThan(0)
  await planAndApply({ template: template.id, projects: [project, other] })
  expect(await readDrift(template.id)).toEqual([
    [1, 0, 0, 0, 0],
    [1, 0, 0, 0, 0],
  ])
})

test('labels of documents follow the library where nobody labelled them in the project; others stay and are told', async () => {
  const library = await newLibrary()
  const signed = await addLabel(library, 'Signed')
  const [drawings, archive] = [await addFolder(library, 'Drawings'), await addFolder(library, 'Archive')]
  for (const name of ['A-101.pdf', 'A-102.pdf', 'A-103.pdf']) await upload(library, drawings, name)
  const template = await newTemplate([
    { ...entry(library, 'folderLabels', signed), renameTo: 'Agreed' },
    entry(library, 'folders'),
  ])
  const [filled, planned] = [await filledProject(template), await newProject(template, 'Planned')]
  await planAndApply({ template: template.id, projects: [planned] })
  const filed = await copyOf(filled, archive)
  await move('A-103.pdf', await copyOf(filled, drawings), filed)
  for (const project of [filled, planned]) await relabel(await copyOf(project, drawings), 'A-102.pdf', 'Site')
  for (const name of ['A-101.pdf', 'A-102.pdf', 'A-103.pdf']) await relabel(drawings, name, 'Signed')
  for (const project of [filled, planned]) {
    const before = [await recordsOf(project), await labelledDocuments(project)]
    const { id, rows } = await planAndApply({ template: template.id, projects: [project] })
    expect(describeRows(rows)).toEqual(['changedInProject A-102.pdf', 'update Drawings'])
    expect(rows[1]?.after).toEqual({ action: 'update', name: 'Drawings', changed: 2 })
    const labelled = [
      ['A-101.pdf', ['Agreed']],
      ['A-102.pdf', ['Site']],
      ['A-103.pdf', ['Agreed']],
    ]
    expect(await labelledDocuments(project)).toEqual(labelled)
    expect((await plan({ template: template.id, projects: [project] })).rows).toEqual([])
    expect(await undo(id)).toMatchObject({ state: 'undone', summary: { undone: 1, remaining: 0 } })
    expect([await recordsOf(project), await labelledDocuments(project)]).toEqual(before)
    await planAndApply({ template: template.id, projects: [project] })
    expect(await labelledDocuments(project)).toEqual(labelled)
  }
  // Labels that a plan brought are the given ones from then on.
  await relabel(drawings, 'A-101.pdf')
  await planAndApply({ template: template.id, projects: [filled, planned] })
  for (const project of [filled, planned]) expect((await labelledDocuments(project))[0]).toEqual(['A-101.pdf', []])
})

test('where nobody knows which labels a document was given, they are replaced only while its folder is as it came', async () => {
  const library = await newLibrary()
  const [asCopied, changed] = [await addFolder(library, 'As copied'), await addFolder(library, 'Changed')]
  await upload(library, asCopied, 'A-101.pdf')
  for (const name of ['B-101.pdf', 'B-102.pdf']) await upload(library, changed, name)
  const template = await newTemplate([entry(library, 'folders')])
  const project = await filledProject(template)
  await sql`update document set given_labels = null where project_id = ${project}`.execute(db)
  await relabel(await copyOf(project, changed), 'B-102.pdf', 'Site')
  await relabel(asCopied, 'A-101.pdf', 'Issued')
  await relabel(changed, 'B-101.pdf', 'Issued')
  const { rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(rows)).toEqual(['update As copied'])
  expect(await labelledDocuments(project)).toEqual([
    ['A-101.pdf', ['Issued']],
    ['B-101.pdf', []],
    ['B-102.pdf', ['Site']],
  ])
  expect(await readDrift(template.id)).toEqual([[1, 0, 1, 0, 0]])
})
