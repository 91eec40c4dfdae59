import { projectMembers } from '@lintel/contract/people/members'
import { readCurrentUser } from '@lintel/contract/people/users'
import { readHome } from '@lintel/contract/projects/home'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { projects } from '@lintel/contract/projects/projects'
import { afterEach, describe, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import type { ApiClient } from '../../../test/api-client'
import { browser } from '../../../test/browser'
import { secondFactors } from '../../../test/second-factors'
import { world } from '../../../test/world'

const many = { calls: 1_000_000, seconds: 60 }
const opened = await world({ rates: { general: many, signIn: many } })
const { app, db, clock, as } = opened
const { signIn, setUp, code } = secondFactors(opened)
const [nordbygg, harbour] = [customerId('nordbygg'), projectId('NB-2041')]
const meiMember = `${harbour}.${personId('mei@nordbygg.example')}`

interface Lists {
  customer?: string[]
  project?: string[]
  member?: string[]
}

/** Sets the login methods of Nordbygg, of the harbour and of Mei's membership there. */
async function setLists({ customer = [], project = [], member = [] }: Lists): Promise<void> {
  await db.updateTable('customer').set({ providers: customer }).where('id', '=', nordbygg).execute()
  await db.updateTable('project').set({ providers: project }).where('id', '=', harbour).execute()
  await db
    .updateTable('project_member')
    .set({ providers: member })
    .where('project_id', '=', harbour)
    .where('user_id', '=', personId('mei@nordbygg.example'))
    .execute()
  // The actor may be cached for one second.
  clock.advance(1_001)
}
afterEach(() => setLists({}))

const visitors = {
  password: as('mei'),
  secondFactor: as('mei', { secondFactor: true }),
  partner: as('mei', { provider: 'partnerengineering' }),
  other: as('mei', { provider: 'vvsteknik' }),
}

/** The login methods that would open the harbour where it is closed to this session; undefined where it is open. */
async function closedBy(person: ApiClient): Promise<unknown> {
  try {
    await person.get(projects, harbour)
    return undefined
  } catch (error) {
    expect(error).toMatchObject({ status: 403, code: 'loginMethodRequired' })
    return (error as { problems: { meta?: { loginMethods: string[] } }[] }).problems[0]?.meta?.loginMethods
  }
}
async function openWays(): Promise<string[]> {
  const open: string[] = []
  for (const [way, person] of Object.entries(visitors)) if ((await closedBy(person)) === undefined) open.push(way)
  return open
}

describe('which list counts', () => {
  const cases: [string, Lists, string[]][] = [
    ['none is set', {}, ['password', 'secondFactor', 'partner', 'other']],
    ['the customer asks for the password', { customer: ['COGNITO'] }, ['password', 'secondFactor']],
    ['the customer asks for a provider', { customer: ['partnerengineering'] }, ['partner']],
    [
      'the project asks for the second factor',
      { customer: ['partnerengineering'], project: ['COGNITO_MFA'] },
      ['secondFactor'],
    ],
    ['the member is let in by another', { project: ['COGNITO_MFA'], member: ['vvsteknik'] }, ['other']],
    ['a list has several', { project: ['vvsteknik', 'COGNITO_MFA'] }, ['secondFactor', 'other']],
  ]
  test.each(cases)('G10: the closest list that is not empty decides: %s', async (_, lists, open) => {
    await setLists(lists)
    expect(await openWays()).toEqual(open)
  })

  test('G10: the refusal names what would do', async () => {
    await setLists({ customer: ['COGNITO'], project: ['partnerengineering', 'COGNITO_MFA'] })
    expect(await closedBy(visitors.password)).toEqual(['partnerengineering', 'COGNITO_MFA'])
    await setLists({ customer: ['COGNITO'], project: ['COGNITO_MFA'], member: ['vvsteknik'] })
    expect(await closedBy(visitors.password)).toEqual(['vvsteknik'])
  })

  test('G10: a list of a membership that has ended counts no more', async () => {
    const astrid = as('astrid')
    const own = { project_id: harbour, user_id: personId('astrid@nordbygg.example'), customer_id: nordbygg }
    await db
      .insertInto('project_member')
      .values({ ...own, privilege_level: 10, providers: ['vvsteknik'] })
      .execute()
    expect(await closedBy(astrid)).toEqual(['vvsteknik'])
    const over = new Date(Date.now() - 3_600_000).toISOString()
    const ownMembership = db
      .updateTable('project_member')
      .where('project_id', '=', harbour)
      .where('user_id', '=', own.user_id)
    await ownMembership.set({ access_until: over }).execute()
    expect(await closedBy(astrid)).toBeUndefined()
    await db.deleteFrom('project_member').where('project_id', '=', harbour).where('user_id', '=', own.user_id).execute()
  })

  test('G10: staff with their second factor, and guests by their link, are outside', async () => {
    await setLists({ customer: ['vvsteknik'], project: ['vvsteknik'] })
    expect(await closedBy(visitors.password)).toEqual(['vvsteknik'])
    expect(await closedBy(as('staff'))).toBeUndefined()
    expect(await closedBy(as('guest@partner.example', { guestOf: harbour }))).toBeUndefined()
    expect(await closedBy(as('guest@partner.example'))).toEqual(['vvsteknik'])
  })

  test('G10: who has no right to a project learns nothing of its login methods', async () => {
    await expect(as('gro').get(projects, harbour)).rejects.toMatchObject({ code: 'notFound' })
    await setLists({ project: ['vvsteknik'] })
    await expect(as('gro').get(projects, harbour)).rejects.toMatchObject({ code: 'notFound' })
  })
})

describe('a session rises', () => {
  test('G10: a code at step-up makes a session by password one with the second factor', async () => {
    const email = 'kari@nordbygg.example'
    const before = await signIn(email)
    const otherSession = await signIn(email, { page: browser(app) })
    const { secret } = await setUp(otherSession)
    await setLists({ project: ['COGNITO_MFA'] })
    const address = `/mgw/api/v3/projects/${harbour}`
    expect((await otherSession.get(address)).statusCode).toBe(200)
    const rejection = await before.get(address)
    expect([rejection.statusCode, rejection.json().errors[0].code]).toEqual([403, 'loginMethodRequired'])
    expect((await before.get('/mgw/api/v3/users/me')).json().loginMethod).toBe('COGNITO')
    const proved = await before.post('/auth/v1/step-up', { code: code(secret) })
    expect(proved.statusCode, proved.body).toBe(200)
    expect((await before.get('/mgw/api/v3/users/me')).json().loginMethod).toBe('COGNITO_MFA')
    expect((await before.get(address)).statusCode).toBe(200)
  })
})

describe('lists', () => {
  test('G10: closed projects are in the project list, with what would open them, and in no other', async () => {
    const listed = async (person: ApiClient) => ({
      projects: (await person.list(projects, { page: { size: 200 } })).some(({ id }) => id === harbour),
      stats: (await person.list(projectStats, { page: { size: 200 } })).some(({ id }) => id === harbour),
      people: (await person.list(projectStats, { sort: ['-numUsers'], page: { size: 200 } })).some(
        ({ id }) => id === harbour,
      ),
      members: (await person.list(projectMembers, { filter: { user: 'mei@nordbygg.example' } })).some(
        ({ project }) => project === harbour,
      ),
      links: (await person.list(projectLinks)).find(({ id }) => id === harbour)?.loginMethods,
      home: (await person.call(readHome)).projects?.find(({ id }) => id === harbour)?.loginMethods,
    })
    const visible = { projects: true, stats: true, people: true, members: true, links: [], home: [] }
    const wanted = ['COGNITO_MFA']
    const hidden = { projects: false, stats: false, people: false, members: false, links: wanted, home: wanted }
    for (const name of ['mei', 'astrid', 'reports@nordbygg.example']) {
      const isReader = name.startsWith('reports')
      const links = isReader && { links: undefined, home: undefined }
      await setLists({})
      expect([name, await listed(as(name))]).toEqual([name, { ...visible, ...links }])
      await setLists({ project: wanted })
      expect([name, await listed(as(name))]).toEqual([name, { ...hidden, ...links }])
      expect([name, await listed(as(name, { secondFactor: true }))]).toEqual([name, { ...visible, ...links }])
    }
  })

  test('G10: of a customer that is closed, the projects with another list of their own are open', async () => {
    await setLists({ customer: ['COGNITO_MFA'], project: ['COGNITO'] })
    const astrid = as('astrid')
    expect(
      (await astrid.list(projects, { page: { size: 200 } })).filter(({ customer }) => customer === nordbygg),
    ).toMatchObject([{ id: harbour }])
    expect((await astrid.get(projects, harbour)).id).toBe(harbour)
    const filter = { customer: nordbygg }
    await expect(astrid.list(projectMembers, { filter })).rejects.toMatchObject({ code: 'loginMethodRequired' })
    const me = await astrid.call(readCurrentUser)
    expect(me.customerAdminFor).toMatchObject([{ id: nordbygg, loginMethods: ['COGNITO_MFA'] }])
  })
})

describe('who names login methods', () => {
  const change = (name: string, providers: string[]) => as(name).patch(projectMembers, meiMember, { providers })

  test('G10: project administrators narrow what the level above allows, administrators of the customer allow more', async () => {
    await setLists({ customer: ['COGNITO', 'partnerengineering'] })
    const rejection = {
      status: 422,
      code: 'loginMethodNotAllowed',
      source: { pointer: '/data/relationships/providers' },
    }
    await expect(change('ola', ['stalbyggost'])).rejects.toMatchObject(rejection)
    expect(await change('ola', ['COGNITO_MFA', 'partnerengineering'])).toMatchObject({
      providers: ['COGNITO_MFA', 'partnerengineering'],
    })
    expect(await change('ola', [])).toMatchObject({ providers: [] })
    expect(await change('astrid', ['stalbyggost'])).toMatchObject({ providers: ['stalbyggost'] })
    const draft = {
      user: 'new@nordbygg.example',
      project: harbour,
      privilegeLevel: 10 as const,
      providers: ['stalbyggost'],
    }
    await expect(as('ola').post(projectMembers, draft)).rejects.toMatchObject(rejection)
  })

  test('G4: a project is given only providers that its customer may use; foreign and unknown answer alike', async () => {
    const give = (name: string, providers: string[]) => as(name).patch(projects, harbour, { providers })
    const answerOf = (refusal: unknown) => JSON.stringify(refusal).replaceAll(/vvsteknik|nowhere/g, '…')
    const foreign = await give('astrid', ['vvsteknik']).catch((error: unknown) => error)
    const unknown = await give('astrid', ['nowhere']).catch((error: unknown) => error)
    expect(foreign).toMatchObject({
      status: 422,
      code: 'unknownReference',
      source: { pointer: '/data/relationships/providers' },
    })
    expect(answerOf((foreign as { problems: object[] }).problems.map((problem) => ({ ...problem, id: '' })))).toBe(
      answerOf((unknown as { problems: object[] }).problems.map((problem) => ({ ...problem, id: '' }))),
    )
    expect(await give('astrid', ['partnerengineering', 'COGNITO'])).toMatchObject({
      providers: ['partnerengineering', 'COGNITO'],
    })
    await setLists({ customer: ['vvsteknik', 'COGNITO'] })
    expect(await give('astrid', ['vvsteknik', 'COGNITO'])).toMatchObject({ providers: ['vvsteknik', 'COGNITO'] })
    expect(await give('staff', ['stalbyggost'])).toMatchObject({ providers: ['stalbyggost'] })
  })

  test('G4: a project that moves takes no providers along that its new customer may not use', async () => {
    const eiendom = customerId('eiendom')
    await setLists({ project: ['vvsteknik', 'COGNITO'] })
    const move = () => as('anna').patch(projects, harbour, { customer: eiendom })
    await expect(move()).rejects.toMatchObject({ code: 'unknownReference' })
    await setLists({ project: ['COGNITO'] })
    expect(await move()).toMatchObject({ customer: eiendom, providers: ['COGNITO'] })
    await as('anna').patch(projects, harbour, { customer: nordbygg })
  })

  test('G10: a member of a project that moves gets in by what its new customer allows, and by nothing of their own beyond', async () => {
    const eiendom = customerId('eiendom')
    const allow = (providers: string[]) =>
      db.updateTable('customer').set({ providers }).where('id', '=', eiendom).execute()
    await setLists({ member: ['COGNITO', 'vvsteknik'] })
    expect(await openWays()).toEqual(['password', 'secondFactor', 'other'])
    await allow(['partnerengineering'])
    await as('staff').patch(projects, harbour, { customer: eiendom })
    clock.advance(1_001)
    expect(await openWays()).toEqual(['partner'])
    await allow([])
    await as('staff').patch(projects, harbour, { customer: nordbygg })
  })

  test('G10: nobody makes a project in a customer that is closed to them', async () => {
    const draft = { name: 'Garden shed', customer: nordbygg } as never
    expect(await as('mei').post(projects, draft)).toMatchObject({ customer: nordbygg })
    await setLists({ customer: ['COGNITO_MFA'] })
    for (const name of ['mei', 'astrid']) {
      await expect(as(name).post(projects, draft)).rejects.toMatchObject({ code: 'loginMethodRequired' })
      expect(await as(name, { secondFactor: true }).post(projects, draft)).toMatchObject({ customer: nordbygg })
    }
  })
})
