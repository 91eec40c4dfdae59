import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Project } from '@lintel/contract/projects/projects'
import { projects } from '@lintel/contract/projects/projects'
import type { Change } from '../../../platform/context'
import { loginMethodRequired } from '../../../platform/refusal'
import { changeProject, restoreLoginMethods } from '../../../projects/projects/project-changes.store'
import { requiredLoginMethods } from '../../../projects/projects/project-rights.store'
import { find } from '../../../projects/projects/projects.store'
import { type ChangeKind, type ChangeResult, Stale } from '../engine/change-kind'
import { restoreResultVersions } from '../engine/result-versions.store'
import {
  findProjectRow,
  insertProjectRow,
  isProjectTouched,
  lockLoginMethods,
  type ProjectRow,
} from './project-login-methods.store'

/** Changes the login methods that open a project. */
export const projectLoginMethods: ChangeKind<'project-login-methods'> = {
  kind: 'project-login-methods',
  changes: [projects.type],

  async read({ project: id, providers, expectedVersion, expected }, { db, customer, actor }) {
    const project = await findOpenProject(db, actor, id)
    if (!project || project.customer !== customer || project.isInactive) {
      throw new Problem('unknownReference', { pointer: '/data/attributes/input/project' })
    }
    const isChangedMeanwhile =
      (expectedVersion !== undefined && expectedVersion !== project.version) ||
      (expected !== undefined && !isSame(expected, project.providers))
    const outcome = isChangedMeanwhile ? 'conflict' : isSame(providers, project.providers) ? 'same' : 'change'
    const row = { project, outcome, before: project.providers, after: isChangedMeanwhile ? null : providers } as const
    return { total: 1, plan: async (transaction, set) => void (await insertProjectRow(transaction, set.id, row)) }
  },

  async apply(work, set) {
    const row = await findProjectRow(work.db, set.id)
    if (!row) return { changed: 0 }
    await changeProject(work, await findUnchangedProject(work, row, row.version), { providers: row.after })
    return { changed: 1, records: [{ type: projects.type, id: row.project, version: row.version + 1 }] }
  },

  async touched(db, set) {
    const row = await findProjectRow(db, set.id)
    return row && (await isProjectTouched(db, set.customer, row)) ? [1] : []
  },

  async undo(work, set): Promise<ChangeResult> {
    const row = await findProjectRow(work.db, set.id)
    if (!row) return { changed: 0 }
    const project = await findUnchangedProject(work, row, row.result)
    if (!(await lockLoginMethods(work.db, row.before))) throw new Stale({ isUntouched: true })
    await restoreLoginMethods(work, project, row.before)
    await restoreResultVersions(work.db, set.id)
    return { changed: 1, records: [{ type: projects.type, id: row.project, version: row.result + 1 }] }
  },
}

/** The project if the person may see it. Throws 403 `loginMethodRequired` where another login method would give access. */
async function findOpenProject(
  db: Parameters<typeof find>[0],
  actor: Person,
  id: string,
): Promise<Project | undefined> {
  const project = await find(db, actor, '', id)
  const methods = project ? undefined : await requiredLoginMethods(db, actor, id)
  if (methods) throw loginMethodRequired(methods)
  return project
}

/** The project of a row. Throws {@link Stale} unless it still has this version. */
async function findUnchangedProject(
  { db, actor }: Change<Person>,
  { project: id }: ProjectRow,
  version: number,
): Promise<Project> {
  const project = await findOpenProject(db, actor, id)
  if (project?.version !== version) throw new Stale({ isUntouched: true })
  return project
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())
