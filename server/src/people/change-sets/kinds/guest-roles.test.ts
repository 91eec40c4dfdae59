import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { projectId } from '../../../../demo/projects'
import { interceptStatements } from '../../../../test/intercept-statements'
import { world } from '../../../../test/world'
import type { Transaction } from '../../../platform/database'

const { as, db } = await world()
const { untilLockWaiters } = interceptStatements(db)
const customer = customerId('nordbygg')
const [harbour, museum] = [projectId('NB-2041'), projectId('NB-2042')]
const guest = { privilegeLevel: privilegeLevel.guest, expirationDate: '2999-05-31' }

/** A user of the customer who has never signed in and is in no project. */
async function addUnclaimedUser(): Promise<string> {
  const email = `${uuidv7()}@newcomer.example`
  const person = { id: uuidv7(), email, given_name: 'New', family_name: 'Comer', home_customer_id: customer }
  await db.insertInto('app_user').values(person).execute()
  return email
}

const give = (user: string, project: string, level: number = privilegeLevel.member) =>
  as('astrid').post(changeSets, {
    ...{ kind: 'roles', customer, apply: 'whenClean' },
    input: { cells: [{ user, project, level }] },
  } as never)
const invite = (user: string, project: string) =>
  as('astrid').post(projectMembers, { ...guest, project, user, providers: [], sendInvitation: false } as never)

const accountOf = async (email: string) => {
  const person = db.selectFrom('app_user').select(['id', 'guest']).where('email', '=', email)
  const { id, guest } = await person.executeTakeFirstOrThrow()
  const members = db.selectFrom('project_member').select('privilege_level as level').where('user_id', '=', id)
  return { guest, levels: (await members.orderBy('level').execute()).map(({ level }) => level) }
}

/** Holds a lock that blocks memberships until `run` is done. */
async function withLock<T>(lock: (db: Transaction) => Promise<unknown>, run: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await lock(transaction)
    return run()
  })
}

const projectLock = (id: string) => (tx: Transaction) =>
  tx.selectFrom('project').select('id').where('id', '=', id).forUpdate().execute()

test('G6: who becomes a guest at the moment at which a cell gives them another project gets no more than one', async () => {
  const email = await addUnclaimedUser()
  // The invitation waits for the project lock when the account is already a guest's, and the cell change comes in between.
  const { invited, given } = await withLock(projectLock(museum), async () => {
    const invited = invite(email, museum)
    await untilLockWaiters('insert into "project_member"')
    const given = give(email, harbour)
    await untilLockWaiters('insert into "change_set"')
    return { invited, given }
  })
  await invited
  expect(await given).toMatchObject({ state: 'planned', summary: { conflict: 1 } })
  expect(await accountOf(email)).toEqual({ guest: true, levels: [privilegeLevel.guest] })
})

test('G6: who is given a project at the moment at which another one invites them as a guest keeps a full account', async () => {
  const email = await addUnclaimedUser()
  const id = await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  // The uncommitted write of a cell change.
  const writes = (tx: Transaction) =>
    tx
      .insertInto('project_member')
      .values({ project_id: harbour, user_id: id.id, customer_id: customer, privilege_level: 10 })
      .execute()
  const { invited } = await withLock(writes, async () => {
    const invited = invite(email, museum)
    await untilLockWaiters('for update')
    return { invited }
  })
  await invited
  expect(await accountOf(email)).toEqual({ guest: false, levels: [privilegeLevel.guest, 10] })
})

test('G6: who becomes a guest at the moment at which an undo gives them a project back gets no more than one', async () => {
  const email = await addUnclaimedUser()
  await give(email, harbour)
  const { id } = await give(email, harbour, privilegeLevel.inactive)
  expect(await accountOf(email)).toEqual({ guest: false, levels: [] })
  const { invited, undone } = await withLock(projectLock(museum), async () => {
    const invited = invite(email, museum)
    await untilLockWaiters('insert into "project_member"')
    const undone = as('astrid').call(undoChangeSet, { parameters: { id }, body: { partial: false } })
    await untilLockWaiters('change_set_row')
    return { invited, undone }
  })
  await invited
  await expect(undone).rejects.toMatchObject({ status: 409, code: 'conflict' })
  expect(await accountOf(email)).toEqual({ guest: true, levels: [privilegeLevel.guest] })
})
