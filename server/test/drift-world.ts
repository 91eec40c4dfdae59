import type { ChangeSetInput } from '@lintel/contract/people/change-set-inputs'
import { applyChangeSet, changeSets, listChangeSetRows, undoChangeSet } from '@lintel/contract/people/change-sets'
import { madeProjects } from '@lintel/contract/projects/made-projects'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import { customerId } from '../demo/customers'
import { newObjectKey } from '../src/platform/objects/object-store'
import { provisionProjectJob } from '../src/projects/project-creation/provision-project'
import { world } from './world'

const customer = customerId('nordbygg')
const states = '[{"name":"Open","kind":"open"},{"name":"Closed","kind":"closed"}]'
type Input = ChangeSetInput<'template-drift'>

/**
 * Builders for libraries, templates and projects of a customer of the demo world, and for applying template drift to
 * them.
 */
export async function driftWorld() {
  const { as, db, platform } = await world()
  let count = 0

  const newLibrary = async () =>
    (await as('astrid').post(projects, { name: `Library ${++count}`, customer, isLibrary: true } as never)).id
  const addWorkflow = async (project: string, name: string) => {
    const id = uuidv7()
    await db
      .insertInto('workflow')
      .values({ id, customer_id: customer, project_id: project, name, colour: '#336699', states })
      .execute()
    return id
  }
  const addChecklist = async (project: string, name: string, workflow: string | null = null) => {
    const id = uuidv7()
    const row = { id, customer_id: customer, project_id: project, name, applies_to: 'space', workflow_id: workflow }
    await db
      .insertInto('checklist')
      .values({ ...row, items: '[{"title":"Clean","type":"tick"}]' })
      .execute()
    return id
  }
  const addFolder = async (project: string, name: string, parent: string | null = null) => {
    const id = uuidv7()
    await db
      .insertInto('folder')
      .values({ id, customer_id: customer, project_id: project, name, parent_id: parent })
      .execute()
    return id
  }
  const addDocument = (project: string, folder: string, name: string) =>
    db
      .insertInto('document')
      .values({ id: uuidv7(), customer_id: customer, project_id: project, folder_id: folder, name })
      .execute()

  /** Stores bytes as the next version of a document, creating it if needed; returns their checksum. The top level is the folder null. */
  async function upload(project: string, folder: string | null, name: string): Promise<string> {
    const object_key = newObjectKey()
    const bytes = { size: 3, media_type: 'text/plain', object_key, checksum: object_key }
    await db.insertInto('stored_object').values({ key: object_key, size: 3 }).execute()
    const there = await db
      .selectFrom('document')
      .select(['id', 'revision'])
      .where('project_id', '=', project)
      .where('folder_id', 'is not distinct from', folder)
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

  const entry = (sourceProjectId: string, key: TemplateEntry['key'], value: string | null = null): TemplateEntry => ({
    ...{ sourceProjectId, key, value, renameTo: null, isEverything: value === null },
  })
  const newTemplate = (content: TemplateEntry[]) =>
    as('astrid').post(projectTemplates, { customer, name: `Kit ${++count}`, content } as never)

  /** A project to which the template was applied while it was still empty; `version` is the template's that it is recorded to have. */
  async function newProject(template: { id: string }, name = `Site ${++count}`, version = 0) {
    const { id } = await as('astrid').post(projects, { name } as never)
    await db
      .insertInto('template_application')
      .values({
        ...{ project_id: id, customer_id: customer, template_id: template.id, template_version: version },
        entries: '[]',
      })
      .execute()
    return id
  }

  /** A project that the template has just filled. */
  async function filledProject(template: { id: string }) {
    const draft = { name: `Filled ${++count}`, projectTemplateId: template.id }
    const { id: project } = await as('astrid').post(projects, draft as never)
    const job = { id: uuidv7(), attempt: 1, customer: null }
    await provisionProjectJob().run({ platform, payload: { project }, job, signal: new AbortController().signal })
    return project
  }

  const plan = async (input: Input, by = 'astrid', of = customer) => {
    const set = await as(by).post(changeSets, { kind: 'template-drift', customer: of, input } as never)
    const rows = (await as(by).call(listChangeSetRows, { parameters: { id: set.id } })).data
    return { set, rows: rows.map(({ attributes }) => attributes) }
  }
  const apply = (id: string) => as('astrid').call(applyChangeSet, { parameters: { id } })
  const undo = (id: string, partial = false) =>
    as('astrid').call(undoChangeSet, { parameters: { id }, body: { partial } })
  const planAndApply = async (input: Input) => {
    const { set, rows } = await plan(input)
    expect(await apply(set.id)).toMatchObject({ state: 'applied' })
    return { id: set.id, rows }
  }
  const describeRows = (rows: Awaited<ReturnType<typeof plan>>['rows']) =>
    rows.map(({ object, after, conflict }) => `${conflict ?? after?.action} ${object.name}`)
  const readDrift = async (template: string) => {
    const listed = await as('astrid').list(madeProjects, { filter: { template } })
    return listed.map((one) => [
      ...[one.templateVersion, one.entriesGained, one.changedInProject, one.changedInLibrary, one.deletedInProject],
    ])
  }

  const namesIn = async (table: 'workflow' | 'checklist' | 'folder' | 'document', project: string) => {
    const { rows } = await sql<{ name: string }>`
      select name from ${sql.table(table)} where project_id = ${project} order by name`.execute(db)
    return rows.map(({ name }) => name)
  }
  const copyOf = async (project: string, source: string) => {
    const known = db.selectFrom('copied_resource').selectAll().where('project_id', '=', project)
    return (await known.where('source_id', '=', source).executeTakeFirstOrThrow()).resource_id
  }
  const recolour = (id: string, colour: string) =>
    sql`update workflow set colour = ${colour}, version = version + 1 where id = ${id}`.execute(db)
  const colourOf = async (id: string) =>
    (await db.selectFrom('workflow').select('colour').where('id', '=', id).executeTakeFirst())?.colour
  const addTopic = (project: string, workflow: string) =>
    sql`insert into topic (id, customer_id, project_id, number, title, workflow_id, state, state_kind)
      values (${uuidv7()}, ${customer}, ${project}, 1, 'Crack', ${workflow}, 'Open', 'open')`.execute(db)
  return {
    ...{ as, db, platform, customer, states, newLibrary, addWorkflow, addChecklist, addFolder, addDocument, entry },
    ...{
      newTemplate,
      newProject,
      filledProject,
      upload,
      plan,
      apply,
      undo,
      planAndApply,
      describeRows,
      readDrift,
      namesIn,
      copyOf,
      recolour,
      colourOf,
      addTopic,
    },
  }
}
