import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { importDirectory } from '../../../test/directory-import'
import { interceptStatements } from '../../../test/intercept-statements'
import { world } from '../../../test/world'

const { as, db } = await world()
const { beforeStatement } = interceptStatements(db)
const astrid = as('astrid')
const customer = customerId('nordbygg')
const domain = 'nordbygg.example'

const profileOf = async (user: string) => (await astrid.list(customerUserProfiles, { filter: { customer, user } }))[0]

test.each([
  ['changed', 'update customer_user_profile as profile set first_name'],
  ['made', 'delete from customer_user_profile'],
])(
  'a profile that an import has %s and that somebody edits while it is undone stays as edited',
  async (was, statement) => {
    const email = `edited.when.${was}@${domain}`
    if (was === 'changed') await astrid.post(customerUserProfiles, { newUserEmail: email, customer, title: 'Planner' })
    const { planId } = await importDirectory(astrid, {
      files: { 'users.csv': `email;title\n${email};Surveyor\n` },
      domain,
    })
    await importDirectory(astrid, { planId, dryRun: 'false', removals: '0' })
    const { id = '' } = (await profileOf(email)) ?? {}
    beforeStatement(statement, () => astrid.patch(customerUserProfiles, id, { title: 'Director' }))
    const undo = () => astrid.call(undoChangeSet, { parameters: { id: planId }, body: { partial: false } })
    await expect(undo()).rejects.toMatchObject({ status: 409, code: 'conflict' })
    expect(await profileOf(email)).toMatchObject({ id, title: 'Director' })
    expect(await astrid.get(changeSets, planId)).toMatchObject({ state: 'applied' })
    await expect(undo()).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  },
)
