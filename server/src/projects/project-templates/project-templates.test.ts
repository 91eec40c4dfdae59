import { projectTemplates } from '@lintel/contract/projects/project-templates'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { expectJsonApi } from '../../../test/expect-json-api'
import { requestsTo } from '../../../test/requests-to'
import { testApp } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { projectTemplateRoutes } from './project-templates.routes'

const { db } = await testDatabase()
const { people, customers, projects, addFreshProject } = await twoCustomers(db)
const { nord, sor } = customers
const app = await testApp({ db, people, resources: [projectTemplateRoutes] })
const as = requestsTo(app)

let made = 0
const create = (who: string | undefined, draft: Record<string, unknown>) =>
  as(who).create(projectTemplates, { name: `Template ${++made}`, ...draft })

const entry = (more: Partial<TemplateEntry> = {}): TemplateEntry => ({
  sourceProjectId: projects.library,
  key: 'checklists',
  value: null,
  renameTo: null,
  isEverything: true,
  ...more,
})

test('templates of a customer are made by its administrators, the platform’s by staff', async () => {
  expect((await create('kari', { customer: nord })).record).toMatchObject({
    customer: nord,
    isDefault: false,
    content: [],
  })
  expect((await create('stig', { customer: nord })).status).toBe(201)
  expect((await create('stig', { customer: null })).record.customer).toBeNull()
  for (const who of ['ola', 'mei', 'api', 'gus', 'lars', 'tom']) {
    expect([who, (await create(who, { customer: nord })).status]).toEqual([who, 403])
  }
  for (const customer of [null, sor, uuidv7(), 'nonsense'])
    expect((await create('kari', { customer })).status).toBe(403)
  expect((await create(undefined, { customer: nord })).status).toBe(401)
})

test('G4: staff make no template for a customer that does not exist', async () => {
  for (const customer of [uuidv7(), 'nonsense']) {
    expect(await create('stig', { customer })).toMatchObject({
      status: 422,
      code: 'unknownReference',
      pointers: ['/data/relationships/customer'],
    })
  }
})

test('G3: templates are offered to their customer, the platform’s to everybody but guests', async () => {
  const { id: ours } = (await create('kari', { customer: nord })).record
  const { id: otherTemplate } = (await create('lars', { customer: sor })).record
  const { id: everybodys } = (await create('stig', { customer: null })).record
  const canSee = async (who: string) => {
    const { records } = await as(who).list(projectTemplates, '?page[size]=200')
    const ids = records.map(({ id }) => id)
    return [ours, otherTemplate, everybodys].map((id) => ids.includes(id))
  }
  for (const who of ['kari', 'api', 'ola', 'nora']) expect([who, await canSee(who)]).toEqual([who, [true, false, true]])
  expect(await canSee('lars')).toEqual([false, true, true])
  expect(await canSee('tom')).toEqual([false, false, true])
  expect(await canSee('stig')).toEqual([true, true, true])
  expect(await as('gus').list(projectTemplates)).toMatchObject({ status: 403 })
  expect(await as('gus').read(projectTemplates, everybodys)).toMatchObject({ status: 404 })
  expect(await as('lars').read(projectTemplates, ours)).toMatchObject({ status: 404 })
  expect((await as('ola').list(projectTemplates, `?filter[customer]=${sor}`)).records).toEqual([])
})

test('a name is taken within its customer, whatever the case', async () => {
  expect((await create('kari', { customer: nord, name: 'Tower kit' })).status).toBe(201)
  expect(await create('kari', { customer: nord, name: 'TOWER kit' })).toMatchObject({
    status: 409,
    code: 'templateNameTaken',
    pointers: ['/data/attributes/name'],
  })
  expect((await create('lars', { customer: sor, name: 'Tower kit' })).status).toBe(201)
})

test('of ten templates of one name made at once exactly one is there', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => create('kari', { customer: nord, name: 'Race' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
})

test('content keeps its entries in order, and none twice', async () => {
  const content = [entry(), entry({ key: 'folderId', value: 'f1', renameTo: 'Drawings', isEverything: false })]
  const { record } = await create('kari', { customer: nord, content })
  expect((await as('ola').read(projectTemplates, record.id)).record.content).toEqual(content)
  const doubled = await create('kari', { customer: nord, content: [entry(), entry({ isEverything: false })] })
  expect(doubled).toMatchObject({ status: 422, code: 'invalid', pointers: ['/data/attributes/content/1'] })
  const strange = await create('kari', { customer: nord, content: [{ ...entry(), key: 'passwords' }] })
  expect(strange).toMatchObject({ status: 422, pointers: ['/data/attributes/content/0/key'] })
})

test('G4: entries name libraries of the template’s customer only', async () => {
  const pointers = ['/data/attributes/content/1/sourceProjectId']
  for (const sourceProjectId of [projects.bridge, projects.school, projects.pier, uuidv7(), 'nonsense']) {
    const content = [entry(), entry({ sourceProjectId })]
    expect(await create('kari', { customer: nord, content })).toMatchObject({
      status: 422,
      code: 'unknownReference',
      pointers,
    })
  }
  const { id } = (await create('kari', { customer: nord, content: [entry()] })).record
  for (const sourceProjectId of [projects.bridge, projects.school]) {
    const patch = { content: [entry(), entry({ sourceProjectId })] }
    expect(await as('kari').change(projectTemplates, id, patch)).toMatchObject({ status: 422, pointers })
  }
  expect((await as('kari').read(projectTemplates, id)).record.content).toEqual([entry()])
  // Platform templates may use any library.
  expect((await create('stig', { customer: null, content: [entry()] })).status).toBe(201)
  expect(
    (await create('stig', { customer: null, content: [entry({ sourceProjectId: projects.school })] })).status,
  ).toBe(422)
})

test('G4: entries that are added name no project that the login method of the session does not open', async () => {
  const closed = await addFreshProject({ is_library: true })
  const content = [entry(), entry({ sourceProjectId: closed })]
  const unknownReference = {
    status: 422,
    code: 'unknownReference',
    pointers: ['/data/attributes/content/1/sourceProjectId'],
  }
  const stored = (await create('kari', { customer: nord, content })).record
  const { id } = (await create('kari', { customer: nord, content: [entry()] })).record
  await db
    .updateTable('project')
    .set({ providers: ['elsewhere'] })
    .where('id', '=', closed)
    .execute()
  expect(await create('kari', { customer: nord, content })).toMatchObject(unknownReference)
  expect(await as('kari').change(projectTemplates, id, { content })).toMatchObject(unknownReference)
  expect((await as('kari').read(projectTemplates, id)).record.content).toEqual([entry()])
  expect(await create('stig', { customer: null, content })).toMatchObject(unknownReference)
  // Existing entries are kept.
  const more = [...content, entry({ key: 'groups' })]
  expect((await as('kari').change(projectTemplates, stored.id, { content: more })).status).toBe(200)
})

test('an entry that is added needs a new name of which something is left in a project', async () => {
  const named = entry({ key: 'groups', renameTo: '@Crew' })
  const content = [named, entry({ key: 'groups', renameTo: '@ ' })]
  const invalid = { status: 422, code: 'invalid', pointers: ['/data/attributes/content/1/renameTo'] }
  expect(await create('kari', { customer: nord, content })).toMatchObject(invalid)
  const { id } = (await create('kari', { customer: nord, content: [named] })).record
  expect(await as('kari').change(projectTemplates, id, { content })).toMatchObject(invalid)
  expect((await as('kari').read(projectTemplates, id)).record.content).toEqual([named])
})

test.each([
  ['was deleted', { is_inactive: true }],
  ['became an ordinary project', { is_library: false }],
])('entries whose library %s since stay, and the template can be changed', async (_, lost) => {
  const [gone, other] = [await addFreshProject({ is_library: true }), await addFreshProject({ is_library: true })]
  const stored = entry({ sourceProjectId: gone })
  const { id } = (await create('kari', { customer: nord, content: [stored] })).record
  await db.updateTable('project').set(lost).where('id', '=', gone).execute()
  const content = [stored, entry({ sourceProjectId: other, key: 'groups' })]
  expect((await as('kari').change(projectTemplates, id, { content })).status).toBe(200)
  expect((await as('kari').read(projectTemplates, id)).record.content).toEqual(content)
  // The same library is not put into a template any more.
  const pointers = ['/data/attributes/content/2/sourceProjectId']
  const more = [...content, entry({ sourceProjectId: gone, key: 'workflows' })]
  expect(await as('kari').change(projectTemplates, id, { content: more })).toMatchObject({ status: 422, pointers })
})

test('a template is changed and removed by administrators of its customer, on the version they saw', async () => {
  const { id } = (await create('kari', { customer: nord })).record
  for (const who of ['ola', 'api']) {
    expect((await as(who).change(projectTemplates, id, { name: 'Mine' })).status).toBe(403)
    expect((await as(who).remove(projectTemplates, id)).status).toBe(403)
  }
  for (const who of ['lars', 'tom', 'gus']) {
    expect((await as(who).change(projectTemplates, id, { name: 'Mine' })).status).toBe(404)
    expect((await as(who).remove(projectTemplates, id)).status).toBe(404)
  }
  expect(
    (await as('kari').change(projectTemplates, id, { isDefault: true }, { 'if-match': '"1"' })).record,
  ).toMatchObject({
    isDefault: true,
    version: 2,
  })
  expect(await as('kari').change(projectTemplates, id, { name: 'Late' }, { 'if-match': '"1"' })).toMatchObject({
    status: 412,
    code: 'stale',
  })
  expect((await as('kari').remove(projectTemplates, id, { 'if-match': '"1"' })).status).toBe(412)
  expect((await as('kari').remove(projectTemplates, id, { 'if-match': '"2"' })).status).toBe(204)
  expect((await as('kari').read(projectTemplates, id)).status).toBe(404)
})

test('G7: a template stays with its customer', async () => {
  const { id } = (await create('stig', { customer: nord })).record
  const document = { data: { type: 'project-templates', id, relationships: { customer: { data: null } } } }
  expect(await as('stig').patch(`${projectTemplates.path}/${id}`, document)).toMatchObject({
    status: 422,
    code: 'notWritable',
    pointers: ['/data/relationships/customer'],
  })
})

test('projects stay when the template they were made from is removed', async () => {
  const { id } = (await create('kari', { customer: nord })).record
  await db.updateTable('project').set({ project_template_id: id }).where('id', '=', projects.bridge).execute()
  expect((await as('kari').remove(projectTemplates, id)).status).toBe(204)
  const bridge = await db.selectFrom('project').selectAll().where('id', '=', projects.bridge).executeTakeFirst()
  expect(bridge).toMatchObject({ name: 'Bridge', project_template_id: null })
})

test('documents are JSON:API', async () => {
  const headers = { host: 'localhost', authorization: 'Bearer kari' }
  expectJsonApi(await app.inject({ method: 'GET', url: projectTemplates.path, headers }))
})
