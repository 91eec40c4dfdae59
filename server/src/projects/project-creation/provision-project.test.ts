import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { creationSteps, readCreationProgress, retryCreation } from '@lintel/contract/projects/project-creation'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import { afterEach, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { interceptStatements } from '../../../test/intercept-statements'
import { world } from '../../../test/world'
import { startWorkers, type Workers } from '../../platform/jobs/workers'
import { copySteps } from './copy-steps.store'
import { provisionProjectJob } from './provision-project'

const { as, anonymous, db, platform, clock } = await world()
const template = projectId('NB-T01')

const startedWorkers: Workers[] = []
/** Starts a worker that provisions projects; `copying` replaces the copy steps where a test needs its own. */
const startWorker = (copying = copySteps, lease = 60_000) => {
  const workers = startWorkers(platform, [provisionProjectJob(copying)], { pollInterval: 20, lease })
  startedWorkers.push(workers)
  return workers
}
afterEach(async () => {
  await Promise.all(startedWorkers.splice(0).map((workers) => workers.stop(100)))
  await db.deleteFrom('job').execute()
})

const create = (name: string, templateProjectId: string | null = template) =>
  as('ola').post(projects, { name, templateProjectId } as never)
const progress = (id: string, who = 'ola') => as(who).call(readCreationProgress, { parameters: { id } })
const retry = (id: string, who = 'ola') => as(who).call(retryCreation, { parameters: { id } })
const until = (id: string, state: string) => expect.poll(async () => (await progress(id)).state).toBe(state)
/** As restoring by the owner leaves it. */
const restore = (id: string) =>
  db.updateTable('project').set({ is_inactive: false, deleted_at: null }).where('id', '=', id).execute()
const row = (id: string) => db.selectFrom('project').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a project without a template is complete at once', async () => {
  const { id, creationState } = await create('Empty', null)
  expect(creationState).toBeNull()
  expect(await progress(id)).toEqual({
    state: 'complete',
    done: 0,
    total: 0,
    step: null,
    isDelayed: false,
    failure: null,
    brought: [],
    skipped: [],
    skippedCount: 0,
  })
  expect(await db.selectFrom('job').select('id').where('kind', '=', 'project.create').execute()).toEqual([])
})

test('a project from a template is there at once, tells how far it is, and lands complete', async () => {
  const { id, creationState, version } = await create('House')
  expect(creationState).toBe('making')
  const total = creationSteps.length
  expect(await progress(id)).toEqual({
    state: 'making',
    done: 0,
    total,
    step: 'settings',
    isDelayed: false,
    failure: null,
    brought: [],
    skipped: [],
    skippedCount: 0,
  })
  expect(await as('ola').get(projectLinks, id)).toMatchObject({ creationState: 'making' })
  startWorker()
  await until(id, 'complete')
  expect(await progress(id)).toMatchObject({
    state: 'complete',
    done: total,
    total,
    step: null,
    isDelayed: false,
    failure: null,
    skipped: [],
  })
  const { features } = await row(template)
  const made = await as('ola').get(projects, id)
  expect(made).toMatchObject({ creationState: null, features, templateProjectId: template })
  expect(made.version).toBeGreaterThan(version)
  expect(await as('ola').get(projectLinks, id)).toMatchObject({ creationState: null })
  const events = await db.selectFrom('audit_event').select('action').where('target_id', '=', id).execute()
  expect(events.map(({ action }) => action)).toEqual(['projects.create', 'projects.made'])
})

test('K9: ten duplicate submits create one project, made once', async () => {
  const headers = { 'idempotency-key': 'one-and-the-same' }
  const made = await Promise.all(
    Array.from({ length: 10 }, () =>
      as('ola').post(projects, { name: 'Ten', templateProjectId: template } as never, headers),
    ),
  )
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(await db.selectFrom('project').select('id').where('name', '=', 'Ten').execute()).toHaveLength(1)
  expect(await db.selectFrom('job').select('id').where('kind', '=', 'project.create').execute()).toHaveLength(1)
})

test('K1: whoever takes over after a crash goes on with the next step, and repeats none', async () => {
  const steps: string[] = []
  const { id } = await create('Crash')
  startWorker(
    {
      ...copySteps,
      settings: async (...given) => {
        steps.push('settings')
        return copySteps.settings(...given)
      },
      // The worker dies during the second step: nothing of that step is committed.
      features: async (...given) => {
        steps.push('features begun')
        await copySteps.features(...given)
        throw new Error('The process is killed')
      },
    },
    60_000,
  )
  await expect.poll(() => steps).toContain('features begun')
  await startedWorkers.splice(0)[0]?.stop(100)
  expect(await progress(id)).toMatchObject({ state: 'making', done: 1, step: 'features' })
  expect((await row(id)).features).toEqual([])
  clock.advance(120_000)
  startWorker({
    ...copySteps,
    settings: async () => void steps.push('settings again'),
    features: async (...given) => {
      steps.push('features')
      return copySteps.features(...given)
    },
  })
  await until(id, 'complete')
  // On a busy machine the second step may have started again before its worker died.
  expect([...new Set(steps)]).toEqual(['settings', 'features begun', 'features'])
  expect(steps.filter((step) => step !== 'features begun')).toEqual(['settings', 'features'])
  expect((await row(id)).features.length).toBeGreaterThan(0)
})

test('two who make one project at the same time do each step once', async () => {
  const steps: string[] = []
  const counted = Object.fromEntries(
    creationSteps.map((step) => [step, async () => void steps.push(step)]),
  ) as unknown as typeof copySteps
  const { id } = await create('Twice')
  const job = { id, attempt: 1, customer: null }
  const { signal } = new AbortController()
  const run = () => provisionProjectJob(counted).run({ platform, payload: { project: id }, job, signal })
  await Promise.all([run(), run(), run()])
  expect(steps).toEqual([...creationSteps])
  expect(await progress(id)).toMatchObject({ state: 'complete' })
})

test('K1: a job that comes again after its project was complete changes nothing, and tells nothing more', async () => {
  const { id } = await create('Again')
  const job = { id, attempt: 1, customer: null }
  const { signal } = new AbortController()
  const run = () => provisionProjectJob().run({ platform, payload: { project: id }, job, signal })
  await run()
  const { version } = await row(id)
  await run()
  expect(await row(id)).toMatchObject({ creation_state: null, creation_failure: null, version })
  const events = await db.selectFrom('audit_event').select(['action', 'result']).where('target_id', '=', id).execute()
  expect(events).toEqual([
    { action: 'projects.create', result: 'success' },
    { action: 'projects.made', result: 'success' },
  ])
})

/** Skips the delays between attempts. */
async function fail(id: string, failing: typeof copySteps) {
  startWorker(failing)
  await expect
    .poll(async () => {
      const job = await db.selectFrom('job').select('run_at').where('state', '=', 'waiting').executeTakeFirst()
      // A job that is not due yet is not leased, so its time can be changed.
      if (job) clock.advance(Math.max(0, Date.parse(job.run_at) - clock.now()))
      return (await progress(id)).state
    })
    .toBe('failed')
  await startedWorkers.splice(0)[0]?.stop(100)
}

test('what fails again and again is said, and can be tried again by those who administer the project', async () => {
  const { id } = await create('Fails')
  await fail(id, { ...copySteps, features: () => Promise.reject(new Error('relation "feature" is broken')) })
  const failed = {
    ...{ state: 'failed', done: 1, total: creationSteps.length },
    ...{ step: 'features', isDelayed: false, failure: 'internal' },
    ...{ brought: [], skipped: [], skippedCount: 0 },
  }
  expect(await progress(id)).toEqual(failed)
  // No internal details of the error (security H5).
  expect(JSON.stringify(await as('ola').get(projects, id))).not.toContain('broken')
  expect(await as('ola').get(projectLinks, id)).toMatchObject({ creationState: 'failed' })
  await expect(retry(id, 'mei')).rejects.toMatchObject({ status: 404 })
  expect(await retry(id)).toMatchObject({ state: 'making', done: 1 })
  // Idempotent.
  expect(await retry(id)).toMatchObject({ state: 'making' })
  expect(await db.selectFrom('job').select('id').where('state', '=', 'waiting').execute()).toHaveLength(1)
  startWorker()
  await until(id, 'complete')
})

test('who waits is told after the first failure that it takes longer, and not any more once it goes on', async () => {
  const { id } = await create('Slow')
  let isBroken = true
  startWorker({
    ...copySteps,
    features: async (...given) => {
      if (isBroken) throw new Error('relation "feature" is broken')
      await copySteps.features(...given)
    },
  })
  await expect.poll(async () => (await progress(id)).isDelayed).toBe(true)
  expect(await progress(id)).toMatchObject({ state: 'making', done: 1, step: 'features', failure: null })
  isBroken = false
  clock.advance(30_000)
  await until(id, 'complete')
  expect(await progress(id)).toMatchObject({ isDelayed: false })
})

test('a member reads how far a project is and does not try again; strangers find neither', async () => {
  const id = projectId('NB-2041')
  expect(await progress(id, 'mei')).toMatchObject({ state: 'complete' })
  await expect(retry(id, 'mei')).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  expect(await retry(id, 'ola')).toMatchObject({ state: 'complete' })
  for (const foreign of ['gro', 'freja']) {
    await expect(progress(id, foreign)).rejects.toMatchObject({ status: 404 })
    await expect(retry(id, foreign)).rejects.toMatchObject({ status: 404 })
  }
  await expect(progress('nonsense')).rejects.toMatchObject({ status: 404 })
  await expect(anonymous.call(readCreationProgress, { parameters: { id } })).rejects.toMatchObject({ status: 401 })
})

test('a template that goes away meanwhile is told, and trying again finishes the project as it is', async () => {
  const { id } = await create('Orphan')
  await db.updateTable('project').set({ template_project_id: null }).where('id', '=', id).execute()
  startWorker()
  await until(id, 'failed')
  expect(await progress(id)).toMatchObject({ state: 'failed', step: 'settings', failure: 'templateGone' })
  expect(await retry(id)).toMatchObject({ state: 'complete' })
})

test('a template that was deleted meanwhile and is back by an undo is brought on from the step where it stopped', async () => {
  const customer = customerId('nordbygg')
  const workflows = { sourceProjectId: projectId('LIB-2'), key: 'workflows', isEverything: true }
  const kit = await as('astrid').post(projectTemplates, { name: 'Back again', customer, content: [workflows] } as never)
  const { id } = await as('ola').post(projects, { name: 'Patient', projectTemplateId: kit.id } as never)
  const stopping = new AbortController()
  const stopped = provisionProjectJob({ ...copySteps, features: async () => stopping.abort() })
  const job = { id, attempt: 1, customer: null }
  await expect(stopped.run({ platform, payload: { project: id }, job, signal: stopping.signal })).rejects.toThrow()
  const input = { template: kit.id }
  const set = await as('astrid').post(changeSets, {
    ...{ kind: 'delete-template', customer, apply: 'whenClean', input },
  } as never)
  startWorker()
  await until(id, 'failed')
  expect(await progress(id)).toMatchObject({ done: 2, step: 'people', failure: 'templateGone' })
  await as('astrid').call(undoChangeSet, { parameters: { id: set.id }, body: { partial: false } })
  expect(await retry(id)).toMatchObject({ state: 'making', done: 2, step: 'people', failure: null })
  await until(id, 'complete')
  expect(await row(id)).toMatchObject({ creation_done: creationSteps.length, creation_failure: null })
  const workflowsOf = async (project: string) =>
    (await db.selectFrom('workflow').select('name').where('project_id', '=', project).orderBy('name').execute()).map(
      ({ name }) => name,
    )
  expect(await workflowsOf(id)).not.toEqual([])
  expect(await workflowsOf(id)).toEqual(await workflowsOf(workflows.sourceProjectId))
})

test('a project that is deleted while it is being made is left alone, and when it is restored somebody can try again', async () => {
  const { id } = await create('Gone')
  await as('ola').remove(projects, id)
  startWorker()
  await expect.poll(() => db.selectFrom('job').select('id').execute()).toEqual([])
  expect(await row(id)).toMatchObject({ features: [], creation_done: 0, creation_state: 'failed' })
  await restore(id)
  expect(await progress(id)).toMatchObject({ state: 'failed', done: 0, step: 'settings', failure: 'internal' })
  expect(await retry(id)).toMatchObject({ state: 'making', done: 0 })
  await until(id, 'complete')
  expect((await row(id)).features.length).toBeGreaterThan(0)
})

test('a project that is deleted and restored between two looks at it is not taken for complete', async () => {
  const { id } = await create('Flickers')
  await as('ola').remove(projects, id)
  const { signal } = new AbortController()
  const job = { id, attempt: 1, customer: null }
  // The job leaves it alone, and it is restored before that is recorded.
  interceptStatements(db).beforeStatement('select "id" as "project"', async () => {
    interceptStatements(db).beforeStatement('select "id" as "project"', () => restore(id))
  })
  await provisionProjectJob().run({ platform, payload: { project: id }, job, signal })
  expect(await progress(id)).toMatchObject({ state: 'failed', done: 0 })
})

test('the demo’s failed project can be tried again, and lands complete', async () => {
  const id = projectId('2404')
  expect(await progress(id, 'freja')).toMatchObject({ state: 'failed', done: 1, failure: 'internal' })
  await retry(id, 'freja')
  startWorker()
  await expect.poll(async () => (await progress(id, 'freja')).state).toBe('complete')
})
