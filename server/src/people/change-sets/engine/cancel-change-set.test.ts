import {
  applyChangeSet,
  cancelChangeSet,
  changeSets,
  synchronousRowLimit,
  undoChangeSet,
} from '@lintel/contract/people/change-sets'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { personId } from '../../../../demo/person-id'
import { projectId } from '../../../../demo/projects'
import { interceptStatements } from '../../../../test/intercept-statements'
import { testDatabase } from '../../../../test/test-database'
import { worldOn } from '../../../../test/world'
import { instantOf } from '../../../platform/clock'
import { claimJobs, postponeJob, releaseLeases } from '../../../platform/jobs/job-queue'
import { stepKind } from './change-set-jobs'
import { changeSetStepJob } from './change-set-step-job'

const { db } = await testDatabase()
const { as, clock, platform } = await worldOn(db)
const { beforeStatement } = interceptStatements(db)
const customer = customerId('nordbygg')
const [user, project] = ['mei@nordbygg.example', projectId('NB-2041')]
const astrid = as('astrid', { secondFactor: true })

const levelOf = async () => {
  const members = db.selectFrom('project_member').select('privilege_level as level')
  const own = members.where('project_id', '=', project).where('user_id', '=', personId(user))
  return (await own.executeTakeFirst())?.level
}
const was = await levelOf()

const steps = {
  apply: { before: 'planned', during: 'applying', written: "set state = 'applied'", level: was },
  undo: { before: 'applied', during: 'undoing', written: "set state = 'undone'", level: 20 },
} as const
const eachStep = ['apply', 'undo'] as const

/** A queued step of a change set that counts as a large one when it is requested. */
async function queued(step: keyof typeof steps) {
  const at = step === 'undo' ? { apply: 'whenClean' } : {}
  const draft = { kind: 'roles', customer, input: { cells: [{ user, project, level: 20 }] }, ...at }
  const { id } = await astrid.post(changeSets, draft as never)
  const countAs = (change: number) =>
    sql`update change_set set summary = summary || ${JSON.stringify({ change })}::jsonb where id = ${id}`.execute(db)
  await countAs(synchronousRowLimit + 1)
  const parameters = { id }
  const { state } =
    step === 'apply'
      ? await astrid.call(applyChangeSet, { parameters })
      : await astrid.call(undoChangeSet, { parameters, body: {} })
  expect(state).toBe(steps[step].during)
  await countAs(1)
  return { id, cancel: () => astrid.call(cancelChangeSet, { parameters }) }
}

/** A worker claims the job, until its lease ends after so many milliseconds. */
async function claim(lease = 60_000) {
  const worker = uuidv7()
  const now = instantOf(clock.now())
  const [job] = await claimJobs(db, { worker, kinds: [stepKind], now, lease, limit: 1 })
  if (!job) throw new Error('No job is due')
  return { worker, job, postpone: () => postponeJob(db, job, { after: 'interruption', runAt: now }) }
}

/** Leaves the membership and the queue as they were. */
async function reset() {
  await db.deleteFrom('job').where('kind', '=', stepKind).execute()
  await db
    .updateTable('project_member')
    .set({ privilege_level: was ?? 0, change_set_id: null })
    .where('project_id', '=', project)
    .where('user_id', '=', personId(user))
    .execute()
}

test.each(eachStep)('what is queued to %s is cancelled after it had to wait for another one', async (step) => {
  const { cancel } = await queued(step)
  const { postpone } = await claim()
  await expect(cancel()).rejects.toMatchObject({ status: 409, code: 'conflict' })
  await postpone()
  expect(await cancel()).toMatchObject({ state: steps[step].before })
  expect(await db.selectFrom('job').select('id').where('kind', '=', stepKind).execute()).toEqual([])
  expect(await levelOf()).toBe(steps[step].level)
  await reset()
})

test.each(eachStep)(
  'what is queued to %s is not cancelled while somebody whose lease was lost may be at it',
  async (step) => {
    const { cancel } = await queued(step)
    await claim(0)
    await expect(cancel()).rejects.toMatchObject({ status: 409, code: 'conflict' })
    await (await claim()).postpone()
    await expect(cancel()).rejects.toMatchObject({ status: 409, code: 'conflict' })
    await reset()
  },
)

test.each(eachStep)('what a stopping server is about to %s when it is cancelled stays as it was', async (step) => {
  const { id, cancel } = await queued(step)
  const { worker, job } = await claim()
  let cancelled: unknown
  beforeStatement(steps[step].written, async () => {
    await releaseLeases(db, worker)
    cancelled = await cancel()
  })
  const payload = changeSetStepJob.payload.parse(job.payload)
  await changeSetStepJob.run({ platform, payload, job, signal: new AbortController().signal })
  expect(cancelled).toMatchObject({ state: steps[step].before })
  expect(await astrid.get(changeSets, id)).toMatchObject({ state: steps[step].before, undoneAt: null })
  expect(await levelOf()).toBe(steps[step].level)
  const events = await astrid.list(auditEvents, { filter: { customer, target: id } })
  expect(events.map(({ action }) => action).slice(0, 2)).toEqual([
    `change-sets.${step}-cancel`,
    `change-sets.${step}-begin`,
  ])
  await reset()
})
