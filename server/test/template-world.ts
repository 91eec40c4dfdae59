import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import type { Insertable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../src/platform/database'
import type { DB } from '../src/platform/database.types'
import { type copySteps, copySteps as everyCopier } from '../src/projects/project-creation/copy-steps.store'
import { provisionProjectJob } from '../src/projects/project-creation/provision-project'
import { testPlatform } from './test-app'
import { twoCustomers } from './two-customers'

type EntryInput = Pick<TemplateEntry, 'key'> & Partial<TemplateEntry>

/** A content table whose rows have a name. */
export type NamedTable =
  | 'workflow'
  | 'checklist'
  | 'folder_label'
  | 'folder'
  | 'document'
  | 'project_group'
  | 'label_group'
  | 'report_template'
  | 'takt_train'
  | 'custom_view'

const requiredColumns: Record<NamedTable, object> = {
  workflow: { colour: '#112233', states: JSON.stringify([{ name: 'Open', kind: 'open' }]) },
  checklist: { applies_to: 'space', items: JSON.stringify([{ title: 'Dry', type: 'tick' }]) },
  folder_label: { colour: '#112233' },
  folder: {},
  document: {},
  project_group: { description: 'Who builds' },
  label_group: { labels: JSON.stringify([{ name: 'Steel', color: '#112233' }]) },
  report_template: { reports_on: 'topics', columns: JSON.stringify(['title']) },
  takt_train: { colour: '#112233', wagons: JSON.stringify([{ name: 'Walls', days: 5, crew: null }]) },
  custom_view: { shows: 'topics', columns: JSON.stringify(['title']) },
}

/** Two customers with builders for libraries, templates, and projects made from them. */
export async function templateWorld(db: Database) {
  const world = await twoCustomers(db)
  const { customers, somebody, addProject } = world
  const platform = testPlatform(db)

  const addLibrary = (name = 'Library', customer = customers.nord, more: Partial<Insertable<DB['project']>> = {}) =>
    addProject(`${name} ${uuidv7()}`, customer, somebody(customer === customers.nord ? 'ola' : 'liv'), {
      is_library: true,
      ...more,
    })

  /** Inserts a record of a project; returns its id. */
  async function put(project: string, table: NamedTable, name: string, more: object = {}): Promise<string> {
    const id = uuidv7()
    const { customer_id } = await db
      .selectFrom('project')
      .select('customer_id')
      .where('id', '=', project)
      .executeTakeFirstOrThrow()
    await db
      .insertInto(table)
      .values({ id, customer_id, project_id: project, name, ...requiredColumns[table], ...more } as never)
      .execute()
    return id
  }

  async function addTemplate(
    source: string,
    entries: readonly EntryInput[],
    customer: string | null = customers.nord,
  ): Promise<string> {
    const id = uuidv7()
    await db
      .insertInto('project_template')
      .values({ id, customer_id: customer, name: `Template ${id}` })
      .execute()
    await db
      .insertInto('template_entry')
      .values(
        entries.map(({ sourceProjectId = source, key, value = null, renameTo = null, isEverything = false }) => ({
          template_id: id,
          source_project_id: sourceProjectId,
          ...{ key, value, rename_to: renameTo, is_everything: isEverything },
        })),
      )
      .execute()
    return id
  }

  /** Adds a project that waits to be created from a template or another project. */
  const addPendingProject = (
    from: { template?: string; project?: string },
    more: Partial<Insertable<DB['project']>> = {},
  ) =>
    addProject(`Made ${uuidv7()}`, customers.nord, somebody('ola'), {
      project_template_id: from.template ?? null,
      template_project_id: from.project ?? null,
      creation_state: 'making',
      created_by: somebody('ola').id,
      ...more,
    })

  const provision = (project: string, copying: typeof copySteps = everyCopier) =>
    provisionProjectJob(copying).run({
      platform,
      payload: { project },
      job: { id: uuidv7(), attempt: 1, customer: null },
      signal: new AbortController().signal,
    })

  /** Adds a project and creates its contents from a template or another project. */
  async function createProjectFrom(from: { template?: string; project?: string }): Promise<string> {
    const project = await addPendingProject(from)
    await provision(project)
    return project
  }

  const names = async (project: string, table: NamedTable): Promise<string[]> => {
    const rows = await db
      .selectFrom(table)
      .select('name')
      .where('project_id', '=', project)
      .where('name', '<>', '@Project')
      .orderBy('name')
      .execute()
    return rows.map(({ name }) => name)
  }

  return { ...world, platform, addLibrary, put, addTemplate, addPendingProject, provision, createProjectFrom, names }
}
