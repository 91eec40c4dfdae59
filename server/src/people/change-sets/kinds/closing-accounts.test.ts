import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { projectId } from '../../../../demo/projects'
import { interceptStatements } from '../../../../test/intercept-statements'
import { world } from '../../../../test/world'
import { closeAccount } from '../../user-profiles/deletion-tasks.store'

const { as, db, clock } = await world()
const { untilLockWaiters } = interceptStatements(db)
const [customer, project] = [customerId('nordbygg'), projectId('NB-2041')]

async function addPerson() {
  const id = uuidv7()
  const email = `${id}@newcomer.example`
  const names = { given_name: 'New', family_name: 'Comer' }
  await db
    .insertInto('app_user')
    .values({ id, email, ...names, home_customer_id: customer })
    .execute()
  return { id, email }
}

const give = (user: string, level: number) =>
  as('astrid').post(changeSets, {
    ...{ kind: 'roles', customer, apply: 'whenClean' },
    input: { cells: [{ user, project, level }] },
  } as never)
const levelsOf = async (user: string) => {
  const members = db.selectFrom('project_member').select('privilege_level as level').where('user_id', '=', user)
  return (await members.execute()).map(({ level }) => level)
}

/** Closes the account; `request` is sent before that is stored, and its statement with these words waits for it. */
const close = <T>(user: string, { request, waiting }: { request: () => Promise<T>; waiting: string }) =>
  db.transaction().execute(async (transaction) => {
    await closeAccount(transaction, user, clock.now())
    const pending = request()
    pending.catch(() => undefined)
    await untilLockWaiters(waiting)
    return { pending }
  })

test('whose account is closed at the moment at which a cell gives them a role gets none', async () => {
  const { id, email } = await addPerson()
  const request = () => give(email, privilegeLevel.member)
  const { pending } = await close(id, { request, waiting: 'insert into "change_set"' })
  expect(await pending).toMatchObject({ state: 'planned', summary: { conflicts: { unknownPerson: 1 } } })
  expect(await levelsOf(id)).toEqual([])
})

test('whose account is closed at the moment at which an undo gives them a role back gets none', async () => {
  const { id, email } = await addPerson()
  await give(email, privilegeLevel.member)
  const removal = await give(email, privilegeLevel.inactive)
  expect(removal).toMatchObject({ state: 'applied' })
  const request = () => as('astrid').call(undoChangeSet, { parameters: { id: removal.id }, body: {} })
  const { pending } = await close(id, { request, waiting: 'undone as materialized' })
  await expect(pending).rejects.toMatchObject({ status: 409, code: 'conflict' })
  expect(await levelsOf(id)).toEqual([])
})
