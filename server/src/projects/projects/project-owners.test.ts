import { projects } from '@lintel/contract/projects/projects'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { requestsTo } from '../../../test/requests-to'
import { testApp, testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { projectRoutes } from './projects.routes'

const { db } = await testDatabase()
const { people, somebody, addCustomer, addPerson, addProject, addFreshProject, addMember, customers } =
  await twoCustomers(db)
const as = requestsTo(await testApp({ db, people, resources: [projectRoutes(testPlatform(db))] }))

const row = (id: string) => db.selectFrom('project').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const levels = async (id: string) => {
  const rows = await db
    .selectFrom('project_member')
    .innerJoin('app_user', 'app_user.id', 'project_member.user_id')
    .select(['given_name', 'privilege_level'])
    .where('project_id', '=', id)
    .execute()
  return Object.fromEntries(rows.map(({ given_name, privilege_level }) => [given_name, privilege_level]))
}

const change = (who: string, id: string, patch: Record<string, unknown>, headers?: Record<string, string>) =>
  as(who).change(projects, id, patch, headers)

test('G8: a new owner takes over at once, the former stays as project admin', async () => {
  const id = await addFreshProject()
  expect((await change('kari', id, { owner: somebody('mei').email })).record.owner).toBe(somebody('mei').email)
  expect(await levels(id)).toEqual({ ola: 20, per: 20, mei: 30 })
  expect((await change('kari', id, { owner: somebody('nora').email })).status).toBe(200)
  expect(await levels(id)).toEqual({ ola: 20, per: 20, mei: 20, nora: 30 })
})

test('G8: a guest whose time is limited becomes an owner without an end', async () => {
  const id = await addFreshProject()
  const ivy = await addPerson('ivy')
  await addMember(id, ivy, 5, { expiration_date: new Date(Date.now() + 60_000).toISOString() })
  expect((await change('kari', id, { owner: ivy.email })).status).toBe(200)
  const member = await db.selectFrom('project_member').selectAll().where('user_id', '=', ivy.id).executeTakeFirst()
  expect(member).toMatchObject({ privilege_level: 30, expiration_date: null, access_until: null })
})

test('G8: of five hand-overs at once one is made, and the project has one owner', async () => {
  const id = await addFreshProject()
  const heirs = ['mei', 'per', 'nora', 'kari', 'stig']
  const made = await Promise.all(
    heirs.map((heir) => change('stig', id, { owner: somebody(heir).email, description: heir }, { 'if-match': '"1"' })),
  )
  expect(made.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(made.filter(({ status }) => status === 412)).toHaveLength(4)
  const owners = Object.entries(await levels(id)).filter(([, level]) => level === 30)
  const { owner_id, description } = await row(id)
  expect(owners.map(([name]) => name)).toEqual([description])
  expect(owner_id).toBe(somebody(description ?? '').id)
})

test('G4: a project goes to nobody whom its customer does not know, and never without an owner', async () => {
  const id = await addFreshProject()
  const pointers = ['/data/relationships/owner']
  for (const owner of [somebody('liv').email, 'nobody@nowhere.example']) {
    expect(await change('kari', id, { owner })).toMatchObject({ status: 422, code: 'unknownReference', pointers })
  }
  expect((await change('stig', id, { owner: somebody('tom').email })).status).toBe(200)
  expect(await change('stig', id, { owner: null })).toMatchObject({ status: 422, code: 'required', pointers })
})

test('a project goes to no service account, whether its customer or its owner hands it over', async () => {
  const id = await addFreshProject()
  const gateway = await addPerson('gateway', { homeCustomer: customers.nord })
  await addMember(id, gateway, 10)
  const serve = (service_account: boolean) =>
    db.updateTable('app_user').set({ service_account }).where('id', '=', gateway.id).execute()
  await serve(true)
  const refused = { status: 422, code: 'unknownReference', pointers: ['/data/relationships/owner'] }
  for (const who of ['stig', 'kari', 'ola'])
    expect(await change(who, id, { owner: gateway.email }), who).toMatchObject(refused)
  await serve(false)
  expect((await change('ola', id, { owner: gateway.email })).status).toBe(200)
})

test('G4: a project moves between customers that the person administers, its memberships and invitations with it', async () => {
  const id = await addFreshProject()
  const now = new Date().toISOString()
  const invited = { project_id: id, user_id: somebody('mei').id, email: somebody('mei').email, privilege_level: 10 }
  await db
    .insertInto('invitation')
    .values({
      ...invited,
      id: uuidv7(),
      customer_id: customers.nord,
      way: 'sign-in',
      sent_at: now,
      created_at: now,
    })
    .execute()
  const inOtherZone = db.updateTable('customer').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', customers.sor)
  await inOtherZone.execute()
  const oslo = db.updateTable('customer').set({ time_zone: 'Europe/Oslo' }).where('id', '=', customers.nord)
  await oslo.execute()
  const ending = { access_until: '2099-01-15T22:59:59Z' }
  const per = db.updateTable('project_member').set(ending).where('project_id', '=', id)
  await per.where('user_id', '=', somebody('per').id).execute()
  const pointers = ['/data/relationships/customer']
  for (const customer of [customers.sor, uuidv7(), 'nonsense']) {
    expect(await change('kari', id, { customer })).toMatchObject({ status: 422, code: 'unknownReference', pointers })
  }
  expect(await change('stig', id, { customer: null })).toMatchObject({ status: 422, code: 'required', pointers })
  expect((await change('stig', id, { customer: customers.sor })).record.customer).toBe(customers.sor)
  const members = await db
    .selectFrom('project_member')
    .select(['customer_id', 'access_until'])
    .where('project_id', '=', id)
    .execute()
  expect(new Set(members.map(({ customer_id }) => customer_id))).toEqual(new Set([customers.sor]))
  // The last day of an access stays the same in the other time zone.
  expect(new Set(members.map(({ access_until }) => access_until))).toEqual(new Set([null, '2099-01-15T14:59:59Z']))
  const invitations = await db.selectFrom('invitation').select('customer_id').where('project_id', '=', id).execute()
  expect(invitations).toEqual([{ customer_id: customers.sor }])
  expect((await as('kari').read(projects, id)).status).toBe(404)
  expect((await as('lars').read(projects, id)).status).toBe(200)
  const events = await db
    .selectFrom('audit_event')
    .select(['action', 'tenant_id'])
    .where('target_id', '=', id)
    .orderBy('action')
    .execute()
  expect(events.filter(({ action }) => action === 'projects.move')).toEqual([
    { action: 'projects.move', tenant_id: customers.sor },
  ])
  expect(events).toContainEqual({ action: 'projects.update', tenant_id: customers.nord })
})

test('G4: of their own login methods, members of a project that moves keep those that are allowed there', async () => {
  const allowAtSor = (providers: string[]) =>
    db.updateTable('customer').set({ providers }).where('id', '=', customers.sor).execute()
  const moved = async (own: Record<string, string[]>, project: string[]) => {
    const id = await addFreshProject({ providers: project })
    await addMember(id, somebody('nora'), 10)
    for (const [name, providers] of Object.entries(own)) {
      const members = db.updateTable('project_member').set({ providers }).where('project_id', '=', id)
      await members.where('user_id', '=', somebody(name).id).execute()
    }
    expect((await change('stig', id, { customer: customers.sor })).status).toBe(200)
    const members = await db
      .selectFrom('project_member')
      .innerJoin('app_user', 'app_user.id', 'project_member.user_id')
      .select(['given_name', 'project_member.providers', 'project_member.version'])
      .where('project_id', '=', id)
      .execute()
    const events = await db
      .selectFrom('audit_event')
      .select(['action', 'tenant_id', 'target_id', 'before', 'after'])
      .where('target_type', '=', 'project-members')
      .where('target_id', 'like', `${id}.%`)
      .execute()
    return {
      members: Object.fromEntries(
        members.map(({ given_name, providers, version }) => [given_name, [providers, version]]),
      ),
      events: new Map(events.map(({ target_id, ...event }) => [target_id?.split('.')[1], event])),
    }
  }
  await allowAtSor(['COGNITO', 'of-sor'])
  const lists = { ola: ['of-nord'], per: ['of-nord', 'of-sor'], mei: ['COGNITO_MFA'] }
  const { members, events } = await moved(lists, [])
  expect(members).toEqual({ ola: [[], 2], per: [['of-sor'], 2], mei: [['COGNITO_MFA'], 1], nora: [[], 1] })
  const update = { action: 'project-members.update', tenant_id: customers.sor }
  expect(events).toEqual(
    new Map([
      [somebody('ola').id, { ...update, before: { providers: ['of-nord'] }, after: { providers: [] } }],
      [
        somebody('per').id,
        { ...update, before: { providers: ['of-nord', 'of-sor'] }, after: { providers: ['of-sor'] } },
      ],
    ]),
  )
  // The closest list is the level above: that of the project where it has one.
  await allowAtSor(['of-sor'])
  const ofProject = await moved({ ola: ['COGNITO'], per: ['of-sor'] }, ['COGNITO'])
  expect(ofProject.members).toMatchObject({ ola: [['COGNITO'], 1], per: [[], 2] })
  await allowAtSor([])
  const anywhere = await moved({ ola: ['of-nord'] }, [])
  expect(anywhere.members).toMatchObject({ ola: [['of-nord'], 1] })
})

test('a project that moves from a trial to a customer is no longer on trial', async () => {
  const trial = await addCustomer('Trial', { is_trial: true })
  const id = await addProject('Tried', trial, somebody('tom'), { trial_ends_at: new Date().toISOString() })
  expect((await change('stig', id, { customer: customers.nord })).record.trialEndsAt).toBeNull()
})

test('G8: the database itself lets no project lose its owner', async () => {
  const id = await addFreshProject()
  const owner = db.deleteFrom('project_member').where('project_id', '=', id).where('privilege_level', '=', 30)
  await expect(owner.execute()).rejects.toMatchObject({ constraint: 'project_owner_is_member' })
  const lowered = db.updateTable('project_member').set({ privilege_level: 20 }).where('project_id', '=', id)
  await expect(lowered.execute()).rejects.toMatchObject({ constraint: 'project_owner_is_member' })
  const second = db
    .updateTable('project_member')
    .set({ privilege_level: 30 })
    .where('project_id', '=', id)
    .where('user_id', '=', somebody('per').id)
  await expect(second.execute()).rejects.toMatchObject({ constraint: 'project_member_one_owner_key' })
  const other = db.deleteFrom('project_member').where('project_id', '=', id).where('privilege_level', '<', 30)
  expect((await other.executeTakeFirstOrThrow()).numDeletedRows).toBe(2n)
})

test('G8: its owner hands a project over to a member, and stays as project admin', async () => {
  const id = await addFreshProject()
  expect((await change('ola', id, { owner: somebody('mei').email })).record.owner).toBe(somebody('mei').email)
  expect(await levels(id)).toEqual({ ola: 20, per: 20, mei: 30 })
  // The former owner cannot transfer it any more.
  expect(await change('ola', id, { owner: somebody('per').email })).toMatchObject({ status: 422, code: 'notWritable' })
})

test('G8: an owner hands it over to nobody but a member: not to others of the customer, an ended member or a guest’s account', async () => {
  const id = await addFreshProject()
  const ended = await addPerson('ended', { homeCustomer: customers.nord })
  await addMember(id, ended, 10, { access_until: new Date(Date.now() - 60_000).toISOString() })
  const guest = await addPerson('guest')
  await db.updateTable('app_user').set({ guest: true }).where('id', '=', guest.id).execute()
  await addMember(id, guest, 5)
  for (const email of [somebody('nora').email, somebody('kari').email, ended.email, guest.email, 'x@nowhere.example']) {
    const pointers = ['/data/relationships/owner']
    expect(await change('ola', id, { owner: email })).toMatchObject({ status: 422, code: 'unknownReference', pointers })
  }
  expect(await levels(id)).toMatchObject({ ola: 30 })
  expect((await change('per', id, { owner: somebody('per').email })).code).toBe('notWritable')
  expect((await change('ola', id, { owner: somebody('per').email })).status).toBe(200)
})
