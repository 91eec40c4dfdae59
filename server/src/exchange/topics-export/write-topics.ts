import { z } from 'zod'
import { instantOf } from '../../platform/clock'
import { type Platform, platformOrigin, runChange } from '../../platform/context'
import { assertNotStopping } from '../../platform/jobs/job-postponed'
import type { JobKind } from '../../platform/jobs/jobs'
import { newObjectKey } from '../../platform/objects/object-store'
import { openObjectStore } from '../../platform/objects/open-object-store'
import { countTopics, type ExportedTopicRow, readTopics } from './exported-topics.store'
import { beginExport, failExport, finishExport, storeProgress, type TopicExportWork } from './topic-export-work.store'
import { removeExpired } from './topic-exports.store'
import { topicFile } from './topic-files'

export const writeTopicsKind = 'topics.export'
const payload = z.strictObject({ export: z.uuid() })

/** Milliseconds between two progress updates. */
const progressIntervalMs = 500

/** Thrown when the export was removed while it was written. */
class ExportRemoved extends Error {
  override readonly name = 'ExportRemoved'
}

/** Writes an export's file into the object store; a retry starts over with a new object. */
export const writeTopicsJob: JobKind<z.output<typeof payload>> = {
  kind: writeTopicsKind,
  payload,
  retryAfter: [1, 5, 30],
  async run({ platform, payload: { export: id }, job, signal }) {
    const work = await beginExport(platform.db, id)
    if (!work) return
    const store = openObjectStore(platform.configuration)
    const key = newObjectKey()
    const written = { topics: 0 }
    const parts = withProgress(platform, work, written, signal)
    try {
      const { size } = await store.put(key, topicFile(work.format, parts, work.asked.headings))
      if (!(await finish(platform, work, job.id, { key, size, topics: written.topics }))) await store.remove(key)
    } catch (error) {
      if (!(error instanceof ExportRemoved)) throw error
    }
  },
  async onDead({ db, now }, { export: id }) {
    await failExport(db, id, instantOf(now))
  },
}

/** Yields the topics in batches and saves the progress. */
async function* withProgress(
  { db, clock }: Platform,
  work: TopicExportWork,
  written: { topics: number },
  signal: AbortSignal,
): AsyncGenerator<ExportedTopicRow[], void> {
  const counted = await countTopics(db, work)
  const total = counted.reduce((sum, { count }) => sum + count, 0)
  let reportedAt = Number.NEGATIVE_INFINITY
  const reportProgress = async () => {
    assertNotStopping(signal)
    if (clock() - reportedAt < progressIntervalMs) return
    reportedAt = clock()
    if (!(await storeProgress(db, work.id, { topics: written.topics, total }))) throw new ExportRemoved()
  }
  await reportProgress()
  for await (const part of readTopics(db, work, counted)) {
    yield part
    written.topics += part.length
    await reportProgress()
  }
}

const finish = (
  platform: Platform,
  { id, customer, format }: TopicExportWork,
  job: string,
  file: { key: string; size: number; topics: number },
): Promise<boolean> =>
  runChange(platform, platformOrigin(job), async ({ db, now, audit }) => {
    const isFinished = await finishExport(db, id, { ...file, now: instantOf(now) })
    const target = { type: 'topic-exports', id }
    const after = { format, topics: file.topics, size: file.size }
    audit(
      isFinished
        ? { action: 'export.topics.written', customer, target, after }
        : { action: 'export.topics.written', customer, target, result: 'failure', reason: 'It is not wanted any more' },
    )
    return isFinished
  })

/** Deletes expired exports; the next sweep of the object store deletes their files. */
export const deleteExpiredTopicExportsJob: JobKind<object> = {
  kind: 'topics.export.forget',
  payload: z.looseObject({}),
  retryAfter: [],
  every: 3_600,
  async run({ platform: { db, clock } }) {
    await removeExpired(db, instantOf(clock()))
  },
}
