import { customers } from '@lintel/contract/customers/customers'
import { projectMembers } from '@lintel/contract/people/members'
import { projects } from '@lintel/contract/projects/projects'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { world } from '../../../test/world'
import { enqueueProvisioning } from '../../projects/project-creation/provision-project'

const { as, db } = await world()
const staff = as('staff')

test('mails and jobs of projects that have moved away go on when their former customer is deleted', async () => {
  const former = await staff.post(customers, {
    name: 'Fusjon AS',
    customerAdmins: [],
    apiUsers: [],
    providers: [],
    timeZone: 'UTC',
  } as never)
  const project = await staff.post(projects, {
    customer: former.id,
    name: 'Moved',
    owner: 'ola@nordbygg.example',
  } as never)
  await staff.post(projectMembers, { project: project.id, user: 'moved@nordbygg.example', privilegeLevel: 10 } as never)
  await db
    .transaction()
    .execute((tx) => enqueueProvisioning(tx, { project: project.id, customer: former.id }, Date.now()))
  const outstanding = async () => {
    const mails = await db.selectFrom('mail').select(['id', 'state', 'customer_id as customer']).execute()
    const jobs = await db.selectFrom('job').select(['id', 'state', 'customer_id as customer']).execute()
    return { mails, jobs }
  }
  const ofFormer = ({ mails, jobs }: Awaited<ReturnType<typeof outstanding>>) => ({
    mails: mails.filter(({ customer }) => customer === former.id),
    jobs: jobs.filter(({ customer }) => customer === former.id),
  })
  const before = await outstanding()
  expect(ofFormer(before).mails.length).toBeGreaterThan(0)
  expect(ofFormer(before).jobs.length).toBeGreaterThan(ofFormer(before).mails.length)
  await staff.patch(projects, project.id, { customer: customerId('nordbygg') })
  const { version } = await staff.get(customers, former.id)
  await staff.remove(customers, former.id, version)
  const after = await outstanding()
  const withoutCustomer = <R extends { customer: string | null }>(rows: R[]) =>
    rows.map((row) => ({ ...row, customer: row.customer === former.id ? null : row.customer }))
  for (const mail of withoutCustomer(before.mails)) expect(after.mails).toContainEqual(mail)
  for (const job of withoutCustomer(before.jobs)) expect(after.jobs).toContainEqual(job)
})
