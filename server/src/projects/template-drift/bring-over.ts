import { listedTypes } from '@lintel/contract/content/project-contents'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import { Problem } from '@lintel/contract/problems'
import { madeProjects } from '@lintel/contract/projects/made-projects'
import { type ProjectTemplate, projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects as projectsResource } from '@lintel/contract/projects/projects'
import { entryKey } from '@lintel/contract/projects/template-content'
import { type ChangeKind, Stale } from '../../people/change-sets/engine/change-kind'
import { mustFit } from '../../people/change-sets/engine/must-fit'
import type { Database, Transaction } from '../../platform/database'
import { find } from '../project-templates/project-templates.store'
import { type UsableEntries, usableEntries } from '../template-application/applications.store'
import { widgetKind } from '../template-application/copied-kinds'
import { applyFolders, undoFolders } from './drift-folder-steps.store'
import { foldersDrift } from './drift-folders.store'
import { driftKinds } from './drift-kinds.store'
import {
  forgetCopies,
  keepFolders,
  keepResults,
  noteVersions,
  refreshFolders,
  rememberCopies,
  restoreVersions,
  touchedDrift,
} from './drift-memory.store'
import {
  holdProjects,
  insertDriftRows,
  isOutOfReach,
  type MadeOfTemplate,
  madeAmong,
  type NumberedRow,
  templateOfDrift,
} from './drift-plan.store'
import { type Compared, type DriftRow, driftOf } from './drift-rows.store'
import { addRecords, removeRecords, restoreRecords, updateRecords } from './drift-steps.store'
import { addWidgets, removeWidgets, widgetsDrift } from './drift-widgets.store'
import { lostFolders, lostOf, lostWidgets, typesLost } from './lost-rows.store'
import { putBackLost, putBackLostFolders, removeLost, removeLostFolders } from './lost-steps.store'

/** Brings projects over to what the template that they were made from is today. */
export const bringOverKind: ChangeKind<'template-drift'> = {
  kind: 'template-drift',
  changes: [madeProjects.type, 'project-contents', ...listedTypes],

  async read({ template: id, projects, ...wanted }, { db, customer, actor }) {
    const template = await find(db, actor, id)
    if (!template || (template.customer !== null && template.customer !== customer)) {
      throw new Problem('unknownReference', { pointer: '/data/attributes/input/template' })
    }
    const made = await madeAmong(db, actor, { customer, template: template.id, projects })
    const ready = made.filter(({ isReady }) => isReady)
    const entries = await usableEntries(db, { customer: template.customer, entries: template.content })
    const found = await drifted(db, {
      ...wanted,
      projects: ready.map((project) => project.id),
      ...{ template: template.id, entries, current: template.content.map(entryKey) },
      unreadable: entries.skipped.flatMap(({ sourceProjectId }) => sourceProjectId ?? []),
    })
    const rows = [...refusedRows(projects, made), ...libraryRows(entries), ...rowsByProject(template, ready, found)]
    const numbered = rows.map((row, at): NumberedRow => ({ ...row, number: at + 1 }))
    return {
      total: numbered.length,
      plan: async (transaction, set, { from, until }) =>
        void (await insertDriftRows(transaction, { set: set.id, template: template.id }, numbered.slice(from, until))),
    }
  },

  async apply({ db, actor, now }, { id: set, customer, rows, told }) {
    const template = await templateOfDrift(db, set)
    if (template === undefined) return { changed: 0 }
    const areHeld = await holdProjects(db, actor, { id: set, customer })
    if (!areHeld || (await isOutOfReach(db, set, template))) throw new Stale({ isUntouched: true })
    const step = { db, set, actor: actor.id, now }
    let changed = 0
    const tell = async (more: number) => {
      changed += more
      await told?.(changed)
    }
    // What refers to others goes before them.
    await tell(await removeLostFolders(step))
    for (const drift of driftKinds.toReversed()) await tell(await removeLost(step, drift))
    for (const drift of driftKinds) {
      await tell((await addRecords(step, drift)) + (await updateRecords(step, drift)))
      await rememberCopies(db, set, template, drift.kind.type)
    }
    await tell(await addWidgets(step, template))
    await keepFolders(db, set)
    await tell(await applyFolders(step))
    await rememberCopies(db, set, template, 'folders')
    await refreshFolders(db, set)
    await keepResults(db, set)
    await tell(await noteVersions(db, set, template))
    // Something may be written already of what is not all there.
    if (changed !== rows) throw new Stale()
    return { changed }
  },

  touched: (db, { id, customer }) => touchedDrift(db, id, customer),

  async undo({ db, actor, now }, { id: set, told }) {
    const step = { db, set, actor: actor.id, now }
    // What refers to others goes before them.
    let changed = (await removeWidgets(step)) + (await undoFolders(step))
    for (const drift of driftKinds.toReversed()) {
      changed += (await restoreRecords(step, drift)) + (await removeRecords(step, drift))
      await told?.(changed)
    }
    await forgetCopies(db, set)
    for (const drift of driftKinds) changed += await putBackLost(step, drift)
    changed += await putBackLostFolders(step)
    changed += await restoreVersions(db, set)
    return { changed }
  },
}

/**
 * What all these projects lack, and what they have that the template lost: kind by kind, folders last. Fails with 413 `tooManyRows` as
 * soon as that is more than a plan has room for.
 */
async function drifted(db: Database | Transaction, compared: Compared): Promise<DriftRow[]> {
  const types = await typesLost(db, compared)
  let total = 0
  const fitting = (rows: DriftRow[]) => {
    total += rows.length
    mustFit('template-drift', total)
    return rows
  }
  const lost = new Map<string, DriftRow[]>()
  const leaving: string[] = []
  const lose = (type: string, rows: DriftRow[]) => {
    lost.set(type, fitting(rows))
    for (const { id, outcome } of rows) if (outcome === 'change') leaving.push(id)
  }
  // What refers to others is asked about before them: what goes needs nothing any more.
  if (types.has('folders')) lose('folders', await lostFolders(db, compared))
  for (const drift of driftKinds.toReversed()) {
    if (types.has(drift.kind.type)) lose(drift.kind.type, await lostOf(db, drift, compared, leaving))
  }
  const found: DriftRow[] = []
  for (const drift of driftKinds) {
    found.push(...fitting(await driftOf(db, drift, compared)), ...(lost.get(drift.kind.type) ?? []))
  }
  const widgets = fitting(await widgetsDrift(db, compared))
  if (types.has(widgetKind.type)) widgets.push(...fitting(await lostWidgets(db, compared)))
  return [...found, ...widgets, ...fitting(await foldersDrift(db, compared)), ...(lost.get('folders') ?? [])]
}

const refusal = (project: string, conflict: RowConflict): Omit<NumberedRow, 'number'> => ({
  ...{ project: null, given: project, outcome: 'conflict', type: projectsResource.type, id: '', name: '' },
  ...{ before: null, after: null, conflict, kept: {} },
})

function refusedRows(asked: readonly string[], made: readonly MadeOfTemplate[]): Omit<NumberedRow, 'number'>[] {
  const byId = new Map(made.map((project) => [project.id, project]))
  return [...new Set(asked.map((id) => id.toLowerCase()))].flatMap((id) => {
    const project = byId.get(id)
    if (!project) return [refusal(id, 'notMadeFromTemplate')]
    return project.isReady ? [] : [{ ...refusal(id, 'projectNotReady'), project: id }]
  })
}

/** A row for each library that cannot be read: nothing of it comes, and nothing that came from it goes. */
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

/** The rows of one project after the other, led by the one about the template's version where that is another one. */
function rowsByProject(
  template: ProjectTemplate,
  made: readonly MadeOfTemplate[],
  found: readonly DriftRow[],
): Omit<NumberedRow, 'number'>[] {
  const byProject = new Map<string, DriftRow[]>()
  for (const row of found) {
    const rows = byProject.get(row.project)
    if (rows) rows.push(row)
    else byProject.set(row.project, [row])
  }
  return made.flatMap(({ id, version }) => [
    ...(version === template.version ? [] : [versionRow(template, id, version)]),
    ...(byProject.get(id) ?? []),
  ])
}

const versionRow = ({ id, name, version }: ProjectTemplate, project: string, was: number): DriftRow => ({
  ...{ project, outcome: 'change', type: projectTemplates.type, id, name, conflict: null, kept: {} },
  ...{ before: { version: was }, after: { action: 'version', version } },
})
