import { z } from 'zod'
import { instantOf } from '../../platform/clock'
import { type Platform, platformOrigin, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { newObjectKey } from '../../platform/objects/object-store'
import { openObjectStore } from '../../platform/objects/open-object-store'
import { countTopics, type ExportedTopicRow, topicsOf } from './exported-topics.store'
import { beginExport, failExport, finishExport, noteProgress, type TopicExportWork } from './topic-export-work.store'
import { removeExpired } from './topic-exports.store'
import { topicFile } from './topic-files'

export const writeTopicsKind = 'topics.export'
const payload = z.strictObject({ export: z.uuid() })

/** Milliseconds between two notes of how far it is. */
const noteEveryMs = 500

/** Its maker removed the export while it was written. */
class ExportRemoved extends Error {
  override readonly name = 'ExportRemoved'
}

/** Writes an export's file into the object store; after a crash or a restart from its beginning, into another object. */
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
    const parts = followed(platform, work, written, signal)
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

/** The topics part by part, noting how far they are. */
async function* followed(
  { db, clock }: Platform,
  work: TopicExportWork,
  written: { topics: number },
  signal: AbortSignal,
): AsyncGenerator<ExportedTopicRow[], void> {
  const counted = await countTopics(db, work)
  const total = counted.reduce((sum, { count }) => sum + count, 0)
  let notedAt = Number.NEGATIVE_INFINITY
  const note = async () => {
    if (signal.aborted) throw new Error('The server stops')
    if (clock() - notedAt < noteEveryMs) return
    notedAt = clock()
    if (!(await noteProgress(db, work.id, { topics: written.topics, total }))) throw new ExportRemoved()
  }
  await note()
  for await (const part of topicsOf(db, work, counted)) {
    yield part
    written.topics += part.length
    await note()
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

/** Forgets exports that have expired; their bytes go with the next sweep of the object store. */
export const forgetTopicExportsJob: JobKind<object> = {
  kind: 'topics.export.forget',
  payload: z.looseObject({}),
  retryAfter: [],
  every: 3_600,
  async run({ platform: { db, clock } }) {
    await removeExpired(db, instantOf(clock()))
  },
}
