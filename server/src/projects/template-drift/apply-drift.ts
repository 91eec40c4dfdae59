import { folders as foldersResource } from '@lintel/contract/content/folders'
import { listedTypes } from '@lintel/contract/content/project-contents'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import { Problem } from '@lintel/contract/problems'
import { madeProjects } from '@lintel/contract/projects/made-projects'
import { type ProjectTemplate, projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects as projectsResource } from '@lintel/contract/projects/projects'
import { entryKey } from '@lintel/contract/projects/template-content'
import { assertRowLimit } from '../../people/change-sets/engine/assert-row-limit'
import { type ChangeKind, Stale } from '../../people/change-sets/engine/change-kind'
import type { Database, Transaction } from '../../platform/database'
import { find } from '../project-templates/project-templates.store'
import { type UsableEntries, usableEntries } from '../template-application/applications.store'
import { widgetKind } from '../template-application/copied-kinds'
import { recordDocuments } from './drift-documents.store'
import { applyFolders, undoFolders } from './drift-folder-steps.store'
import { type ComparedFolders, findFolderDrift } from './drift-folders.store'
import { driftKinds } from './drift-kinds.store'
import {
  type DriftTarget,
  findDriftTargets,
  hasUnreadableLibrary,
  insertDriftRows,
  lockProjects,
  lockTemplateOfDrift,
  type NumberedRow,
} from './drift-plan.store'
import { type Compared, type DriftRow, findRecordDrift } from './drift-rows.store'
import { addRecords, lockFolders, removeRecords, restoreRecords, updateRecords } from './drift-steps.store'
import { applyTopDocuments, findTopDocumentDrift, topDocuments, undoTopDocuments } from './drift-top-documents.store'
import { findTouchedDrift } from './drift-touched.store'
import {
  recordCopies,
  restoreTemplateVersions,
  saveFolderRecords,
  saveResults,
  undoCopyRecords,
  updateFolderRecords,
  updateTemplateVersions,
} from './drift-tracking.store'
import { addWidgets, findWidgetDrift, removeWidgets } from './drift-widgets.store'
import { findLostFolders, findLostRecords, findLostTypes, findLostWidgets } from './lost-rows.store'
import {
  releaseKeptObjects,
  removeLostDocuments,
  removeLostFolders,
  removeLostRecords,
  restoreLostDocuments,
  restoreLostFolders,
  restoreLostRecords,
} from './lost-steps.store'

/** Updates projects to the current version of the template that they were created from. */
export const applyDriftKind: ChangeKind<'template-drift'> = {
  kind: 'template-drift',
  changes: [madeProjects.type, 'project-contents', ...listedTypes, topDocuments.kind.type],

  async read({ template: id, projects, ...choices }, { db, customer, actor }) {
    const template = await find(db, actor, id)
    if (!template || (template.customer !== null && template.customer !== customer)) {
      throw new Problem('unknownReference', { pointer: '/data/attributes/input/template' })
    }
    const made = await findDriftTargets(db, actor, { customer, template: template.id, projects })
    const ready = made.filter(({ isReady }) => isReady)
    const entries = await usableEntries(db, { customer: template.customer, entries: template.content })
    const { rows: found, compared } = await planDrift(db, {
      ...choices,
      projects: ready.map((project) => project.id),
      ...{ template: template.id, entries, current: template.content.map(entryKey) },
      unreadable: entries.skipped.flatMap(({ sourceProjectId }) => sourceProjectId ?? []),
    })
    const rows = [
      ...conflictRowsOfProjects(projects, made),
      ...libraryRows(entries),
      ...rowsByProject({ template, made: ready, found, compared }),
    ]
    // The first row keeps the state of the library folders that were compared.
    const numbered = rows.map(
      (row, at): NumberedRow => ({
        ...row,
        number: at + 1,
        kept: at === 0 ? { ...row.kept, compared: compared.folders } : row.kept,
      }),
    )
    return {
      total: numbered.length,
      plan: async (transaction, set, { from, until }) =>
        void (await insertDriftRows(transaction, { set: set.id, template }, numbered.slice(from, until))),
    }
  },

  async apply({ db, actor, now }, { id: set, customer, rows, onProgress }) {
    const planned = await lockTemplateOfDrift(db, set)
    if (planned === undefined) return { changed: 0 }
    const template = planned.id
    const isCurrent = planned.isAsPlanned && (await lockProjects(db, actor, { id: set, customer }))
    if (!isCurrent || (await hasUnreadableLibrary(db, set, template))) throw new Stale({ isUntouched: true })
    const step = { db, set, actor: actor.id, now }
    await lockFolders(step)
    let changed = 0
    const reportProgress = async (more: number) => {
      changed += more
      await onProgress?.(changed)
    }
    // Referring records are removed before the records they refer to.
    await reportProgress((await removeLostFolders(step)) + (await removeLostDocuments(step)))
    for (const drift of driftKinds.toReversed()) await reportProgress(await removeLostRecords(step, drift))
    for (const drift of driftKinds) {
      await reportProgress((await addRecords(step, drift)) + (await updateRecords(step, drift)))
      await recordCopies(db, set, template, drift.kind.type)
    }
    await reportProgress(await addWidgets(step, template))
    await saveFolderRecords(db, set)
    await reportProgress(await applyFolders(step))
    await recordCopies(db, set, template, 'folders')
    await recordDocuments(step)
    await updateFolderRecords(db, set)
    await reportProgress(await applyTopDocuments(step))
    await recordCopies(db, set, template, topDocuments.kind.type)
    await saveResults(db, set)
    await reportProgress(await updateTemplateVersions(db, set, template))
    // Rolls back everything when a row could not be applied.
    if (changed !== rows) throw new Stale()
    return { changed }
  },

  touched: (db, { id, customer }) => findTouchedDrift(db, id, customer),

  async undo({ db, actor, now }, { id: set, onProgress }) {
    const step = { db, set, actor: actor.id, now }
    await lockFolders(step)
    // Referring records are removed before the records they refer to.
    let changed = (await removeWidgets(step)) + (await undoFolders(step)) + (await undoTopDocuments(step))
    for (const drift of driftKinds.toReversed()) {
      changed += (await restoreRecords(step, drift)) + (await removeRecords(step, drift))
      await onProgress?.(changed)
    }
    await undoCopyRecords(db, set)
    for (const drift of driftKinds) changed += await restoreLostRecords(step, drift)
    changed += (await restoreLostFolders(step)) + (await restoreLostDocuments(step))
    await releaseKeptObjects(step)
    changed += await restoreTemplateVersions(db, set)
    return { changed }
  },
}

/**
 * Rows for everything that these projects lack, and for copies that the template lost: kind by kind, folders last. Throws 413 `tooManyRows`
 * as soon as a plan cannot hold them.
 */
async function planDrift(
  db: Database | Transaction,
  compared: Compared,
): Promise<{ rows: DriftRow[]; compared: ComparedFolders }> {
  const types = await findLostTypes(db, compared)
  let total = 0
  const assertFits = (rows: DriftRow[]) => {
    total += rows.length
    assertRowLimit('template-drift', total)
    return rows
  }
  const lost = new Map<string, DriftRow[]>()
  const removedIds: string[] = []
  const addLost = (type: string, rows: DriftRow[]) => {
    lost.set(type, assertFits(rows))
    for (const { id, outcome } of rows) if (outcome === 'change') removedIds.push(id)
  }
  // Referring records are checked first: a record that only removed records refer to is not needed any more.
  if (types.has('folders')) addLost('folders', await findLostFolders(db, compared))
  const documents = topDocuments.kind.type
  if (types.has(documents)) addLost(documents, await findLostRecords(db, topDocuments, compared, []))
  for (const drift of driftKinds.toReversed()) {
    if (types.has(drift.kind.type)) addLost(drift.kind.type, await findLostRecords(db, drift, compared, removedIds))
  }
  const found: DriftRow[] = []
  for (const drift of driftKinds) {
    found.push(...assertFits(await findRecordDrift(db, drift, compared)), ...(lost.get(drift.kind.type) ?? []))
  }
  const widgets = assertFits(await findWidgetDrift(db, compared))
  if (types.has(widgetKind.type)) widgets.push(...assertFits(await findLostWidgets(db, compared)))
  const folders = await findFolderDrift(db, compared)
  const topLevel = assertFits(await findTopDocumentDrift(db, compared))
  const ofFolders = [...assertFits(folders.rows), ...(lost.get('folders') ?? [])]
  const rows = [...found, ...widgets, ...ofFolders, ...topLevel, ...(lost.get(documents) ?? [])]
  return { rows, compared: folders.compared }
}

const conflictRow = (project: string, conflict: RowConflict): Omit<NumberedRow, 'number'> => ({
  ...{ project: null, given: project, outcome: 'conflict', type: projectsResource.type, id: '', name: '' },
  ...{ before: null, after: null, conflict, kept: {} },
})

function conflictRowsOfProjects(
  requested: readonly string[],
  made: readonly DriftTarget[],
): Omit<NumberedRow, 'number'>[] {
  const byId = new Map(made.map((project) => [project.id, project]))
  return [...new Set(requested.map((id) => id.toLowerCase()))].flatMap((id) => {
    const project = byId.get(id)
    if (!project) return [conflictRow(id, 'notMadeFromTemplate')]
    return project.isReady ? [] : [{ ...conflictRow(id, 'projectNotReady'), project: id }]
  })
}

/** A conflict row for each unreadable library: nothing is copied from it, and its copies are not removed. */
const libraryRows = ({ skipped }: UsableEntries): Omit<NumberedRow, 'number'>[] =>
  skipped.flatMap(({ reason, sourceProjectId, library }) =>
    reason === 'resourceGone'
      ? []
      : [
          {
            ...{
              project: null,
              outcome: 'conflict',
              type: 'libraries',
              id: sourceProjectId ?? '',
              name: library ?? '',
            },
            ...{ before: null, after: null, conflict: reason, kept: {} },
          },
        ],
  )

interface FoundRows {
  template: ProjectTemplate
  made: readonly DriftTarget[]
  found: readonly DriftRow[]
  compared: ComparedFolders
}

const changesFolder = ({ type, outcome }: DriftRow) => type === foldersResource.type && outcome === 'change'

/**
 * Rows grouped by project. Each group starts with the row for the template's version if it changed, or if folders of its libraries changed
 * in a way that changes no folder of the project: applying it records that.
 */
function rowsByProject({ template, made, found, compared }: FoundRows): Omit<NumberedRow, 'number'>[] {
  const outdated = new Set(compared.projects)
  const byProject = new Map<string, DriftRow[]>()
  for (const row of found) {
    const rows = byProject.get(row.project)
    if (rows) rows.push(row)
    else byProject.set(row.project, [row])
  }
  return made.flatMap(({ id, version }) => {
    const rows = byProject.get(id) ?? []
    const isCompared = outdated.has(id) && !rows.some(changesFolder)
    const row = { ...templateRow(template, id, version), kept: isCompared ? { isCompared } : {} }
    return version === template.version && !isCompared ? rows : [row, ...rows]
  })
}

/** The row of a project that gets the current version of its template, or is compared with it. */
const templateRow = ({ id, name, version }: ProjectTemplate, project: string, previous: number): DriftRow => ({
  ...{ project, outcome: 'change', type: projectTemplates.type, id, name, conflict: null, kept: {} },
  ...{ before: { version: previous }, after: { action: version === previous ? 'compare' : 'version', version } },
})
