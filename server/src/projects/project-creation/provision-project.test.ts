import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { creationSteps, readCreationProgress, retryCreation } from '@lintel/contract/projects/project-creation'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import { uuidv7 } from 'uuidv7'
import { afterEach, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { interceptStatements } from '../../../test/intercept-statements'
import { world } from '../../../test/world'
import type { Database, Transaction } from '../../platform/database'
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

/** What of a source is in a project: folders, documents, workflows and features. */
async function contentsOf(project: string) {
  const namesIn = async (table: 'folder' | 'document' | 'workflow') =>
    (await db.selectFrom(table).select('name').where('project_id', '=', project).orderBy('name').execute()).map(
      ({ name }) => name,
    )
  const { features } = await row(project)
  return {
    folders: await namesIn('folder'),
    documents: await namesIn('document'),
    workflows: await namesIn('workflow'),
    features,
  }
}
/** Stores a folder with a document. */
async function addFolder(project: string, name: string) {
  const { customer_id } = await row(project)
  const folder = { id: uuidv7(), customer_id, project_id: project, name }
  await db.insertInto('folder').values(folder).execute()
  const document = { id: uuidv7(), customer_id, project_id: project, folder_id: folder.id, name: `${name}.pdf` }
  await db.insertInto('document').values(document).execute()
}
const move = (project: string, customer: string) =>
  db
    .transaction()
    .execute((transaction) =>
      transaction.updateTable('project').set({ customer_id: customer }).where('id', '=', project).execute(),
    )
const run = (project: string, copying = copySteps) =>
  provisionProjectJob(copying).run({
    ...{ platform, payload: { project }, signal: new AbortController().signal },
    job: { id: uuidv7(), attempt: 1, customer: null },
  })
/** A project of Ola's that Mei may use as a template, because she administers it. */
async function newSource(name: string) {
  const { id } = await create(name, null)
  await db
    .updateTable('project')
    .set({ features: ['CHECKLISTS'] })
    .where('id', '=', id)
    .execute()
  const member = { user_id: personId('mei@nordbygg.example'), customer_id: customerId('nordbygg') }
  await db
    .insertInto('project_member')
    .values({ ...member, project_id: id, privilege_level: 20 })
    .execute()
  await addFolder(id, 'Before')
  return id
}
const removeMei = (project: string, change: Database | Transaction = db) =>
  change
    .deleteFrom('project_member')
    .where('project_id', '=', project)
    .where('user_id', '=', personId('mei@nordbygg.example'))
    .execute()
/** Deletes a project while it is being made, and restores it. */
async function failBeforeStart(project: string, who: string) {
  await as(who).remove(projects, project)
  await run(project)
  await restore(project)
  expect(await progress(project, who)).toMatchObject({ state: 'failed', done: 0 })
}
const nothing = { folders: [], documents: [], workflows: [], features: [] }
const skippedProject = { reason: 'libraryGone', library: null, key: null, value: null, renameTo: null, name: null }

test('G4: whoever may no longer use a project as a template gets nothing of it by trying again, and is told so', async () => {
  const source = await newSource('Source')
  const failedBy = async (who: string, name: string) => {
    const { id } = await as(who).post(projects, { name, templateProjectId: source } as never)
    await failBeforeStart(id, who)
    return id
  }
  const retried = async (id: string, who: string) => {
    expect(await retry(id, who)).toMatchObject({ state: 'making' })
    await run(id)
    return progress(id, who)
  }
  const [allowed, removed, moved] = [
    await failedBy('mei', 'Allowed'),
    await failedBy('mei', 'Removed'),
    await failedBy('ola', 'Moved'),
  ]
  // As long as she administers the source, trying again copies it.
  expect(await retried(allowed, 'mei')).toMatchObject({ state: 'complete', skipped: [] })
  expect(await contentsOf(allowed)).toEqual({
    ...{ folders: ['Before'], documents: ['Before.pdf'], workflows: [], features: ['CHECKLISTS'] },
  })

  await removeMei(source)
  await addFolder(source, 'After')
  const skipped = { ...skippedProject, sourceProjectId: source, entries: 10 }
  expect(await retried(removed, 'mei')).toMatchObject({ state: 'complete', brought: [], skipped: [skipped] })
  expect(await contentsOf(removed)).toEqual(nothing)

  // Ola owns it there as well.
  await move(source, customerId('fjellbane'))
  expect(await retried(moved, 'ola')).toMatchObject({
    ...{ state: 'complete', brought: [], skipped: [{ ...skipped, reason: 'libraryMoved' }] },
  })
  expect(await contentsOf(moved)).toEqual(nothing)
})

test('G4: a right that is lost between two steps ends the copying there, and that is told once', async () => {
  const source = await newSource('Source of half')
  const { id } = await as('mei').post(projects, { name: 'Half', templateProjectId: source } as never)
  await run(id, {
    ...copySteps,
    workflows: async (...given) => {
      await copySteps.workflows(...given)
      await removeMei(source, given[0].db)
    },
  })
  const skipped = [{ ...skippedProject, sourceProjectId: source, entries: 10 }]
  expect(await progress(id, 'mei')).toMatchObject({ state: 'complete', skipped, skippedCount: 10 })
  expect(await contentsOf(id)).toEqual({ ...nothing, features: ['CHECKLISTS'] })
})

test('G4: a project that was moved before it was complete gets nothing more from the templates of its former customer', async () => {
  const [nordbygg, fjellbane] = [customerId('nordbygg'), customerId('fjellbane')]
  const { id: library } = await as('astrid').post(projects, {
    name: 'Folders',
    customer: nordbygg,
    isLibrary: true,
  } as never)
  await addFolder(library, 'Before')
  const content = [{ sourceProjectId: library, key: 'folders', isEverything: true }]
  const kit = await as('astrid').post(projectTemplates, {
    name: 'Kit of folders',
    customer: nordbygg,
    content,
  } as never)
  const failed = async (name: string) => {
    const { id } = await as('ola').post(projects, { name, projectTemplateId: kit.id } as never)
    await failBeforeStart(id, 'ola')
    return id
  }
  const [stays, moved] = [await failed('Stays'), await failed('Goes')]
  await move(moved, fjellbane)
  await addFolder(library, 'After')
  expect(await retry(moved, 'gro')).toMatchObject({ state: 'making' })
  await run(moved)
  expect(await progress(moved, 'gro')).toMatchObject({
    ...{ state: 'complete', brought: [] },
    skipped: [{ ...skippedProject, reason: 'libraryMoved', sourceProjectId: library, entries: 1 }],
  })
  expect(await contentsOf(moved)).toEqual(nothing)
  await retry(stays)
  await run(stays)
  expect(await progress(stays)).toMatchObject({ state: 'complete', skipped: [] })
  expect(await contentsOf(stays)).toMatchObject({
    folders: ['After', 'Before'],
    documents: ['After.pdf', 'Before.pdf'],
  })
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
