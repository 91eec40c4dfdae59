import { changeSets } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { projectId } from '../../../../demo/projects'
import { meanwhile } from '../../../../test/meanwhile'
import { world } from '../../../../test/world'
import type { Transaction } from '../../../platform/database'

const { as, db } = await world()
const { untilWaiting } = meanwhile(db)
const customer = customerId('nordbygg')
const [harbour, museum] = [projectId('NB-2041'), projectId('NB-2042')]
const guest = { privilegeLevel: privilegeLevel.guest, expirationDate: '2999-05-31' }

/** Somebody of the customer who has never signed in and is in no project. */
async function unclaimed(): Promise<string> {
  const email = `${uuidv7()}@newcomer.example`
  const person = { id: uuidv7(), email, given_name: 'New', family_name: 'Comer', home_customer_id: customer }
  await db.insertInto('app_user').values(person).execute()
  return email
}

const give = (user: string, project: string) =>
  as('astrid').post(changeSets, {
    ...{ kind: 'roles', customer, apply: 'whenClean' },
    input: { cells: [{ user, project, level: 10 }] },
  } as never)
const invite = (user: string, project: string) =>
  as('astrid').post(projectMembers, { ...guest, project, user, providers: [], sendInvitation: false } as never)

const standing = async (email: string) => {
  const person = db.selectFrom('app_user').select(['id', 'guest']).where('email', '=', email)
  const { id, guest } = await person.executeTakeFirstOrThrow()
  const members = db.selectFrom('project_member').select('privilege_level as level').where('user_id', '=', id)
  return { guest, levels: (await members.orderBy('level').execute()).map(({ level }) => level) }
}

/** Keeps memberships from being completed until `run` is done. */
async function holding<T>(hold: (db: Transaction) => Promise<unknown>, run: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await hold(transaction)
    return run()
  })
}

test('G6: who becomes a guest at the moment at which a cell gives them another project gets no more than one', async () => {
  const email = await unclaimed()
  const project = (id: string) => (held: Transaction) =>
    held.selectFrom('project').select('id').where('id', '=', id).forUpdate().execute()
  // The invitation waits for its project when the account is a guest's already, and the cell comes in between.
  const { invited, given } = await holding(project(museum), async () => {
    const invited = invite(email, museum)
    await untilWaiting('insert into "project_member"')
    const given = give(email, harbour)
    await untilWaiting('insert into "change_set"')
    return { invited, given }
  })
  await invited
  expect(await given).toMatchObject({ state: 'planned', summary: { conflict: 1 } })
  expect(await standing(email)).toEqual({ guest: true, levels: [privilegeLevel.guest] })
})

test('G6: who is given a project at the moment at which another one invites them as a guest keeps a full account', async () => {
  const email = await unclaimed()
  const id = await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  // What a cell writes, not complete yet.
  const writes = (held: Transaction) =>
    held
      .insertInto('project_member')
      .values({ project_id: harbour, user_id: id.id, customer_id: customer, privilege_level: 10 })
      .execute()
  const { invited } = await holding(writes, async () => {
    const invited = invite(email, museum)
    await untilWaiting('for update')
    return { invited }
  })
  await invited
  expect(await standing(email)).toEqual({ guest: false, levels: [privilegeLevel.guest, 10] })
})
