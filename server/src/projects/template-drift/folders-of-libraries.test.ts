import { projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { driftWorld } from '../../../test/drift-world'
import { newObjectKey } from '../../platform/objects/object-store'
import { provisionProjectJob } from '../project-creation/provision-project'

const { as, db, platform, customer, newLibrary, addFolder, entry, ...drift } = await driftWorld()
const { newTemplate, newProject, plan, apply, undo, planAndApply, describeRows, readDrift, namesIn, copyOf } = drift

/** Stores bytes as the next version of a document, creating it if needed; returns their checksum. */
async function upload(project: string, folder: string, name: string): Promise<string> {
  const object_key = newObjectKey()
  const bytes = { size: 3, media_type: 'text/plain', object_key, checksum: object_key }
  await db.insertInto('stored_object').values({ key: object_key, size: 3 }).execute()
  const there = await db
    .selectFrom('document')
    .select(['id', 'revision'])
    .where('folder_id', '=', folder)
    .where('name', '=', name)
    .executeTakeFirst()
  const { id, revision } = there ?? { id: uuidv7(), revision: 0 }
  if (!there) {
    const place = { id, customer_id: customer, project_id: project, folder_id: folder, name }
    await db.insertInto('document').values(place).execute()
  }
  const version = { ...bytes, project_id: project, document_id: id, number: revision + 1 }
  await db.insertInto('document_version').values(version).execute()
  await sql`update document set revision = ${revision + 1}, size = 3, media_type = 'text/plain', object_key = ${object_key},
    checksum = ${object_key}, version = version + 1 where id = ${id}`.execute(db)
  return object_key
}
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
  expect(describeRows(rows)).toEqual(['changedInProject Ours', 'changedInProject Plan.pdf'])
  expect(rows.map(({ object }) => object.type)).toEqual(['folders', 'documents'])
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
