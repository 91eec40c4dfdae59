import { type ProjectMember, projectMembers } from '@lintel/contract/people/members'
import type { PublishedChange } from '@lintel/contract/settings/events'
import { paced } from '../../api/paced'
import { type AccessTable, shownEnd } from './access-table'
import type { TableVersions } from './table-versions'

/** The fields of a membership that the table uses. */
export const memberTableFields = ['privilegeLevel', 'expirationDate', 'accessUntil', 'directoryLevel'] as const
export type TableMember = Pick<ProjectMember, (typeof memberTableFields)[number]>

/** Dependencies of the updater. */
export interface TableUpdaterOptions {
  table(): AccessTable | undefined
  /** Orders what is read among the other writes to the table. */
  versions: Pick<TableVersions, 'readCells'>
  /** Reads a membership by its id; undefined when it does not exist (any more). */
  readMember(id: string): Promise<(TableMember & Pick<ProjectMember, 'user' | 'project'>) | undefined>
  /** Reads the members of a project, by email. */
  readProject(project: string): Promise<ReadonlyMap<string, TableMember>>
  /** Whether a local change of the cell is being saved: its own response counts. */
  isPending(user: string, project: string): boolean
  /** Resolves when the pending local changes are complete and their versions are known. */
  waitUntilSettled(): Promise<void>
  /** Whether this version of a membership was written here, so that the table has it already. */
  isLocal(id: string, version: number | null): boolean
  /** Reloads the whole table, or with it everything else on screen; resolves when a read that started after this call is complete. */
  reload(what: 'table' | 'everything'): Promise<unknown>
  /** Refetches other queries with records of this type. */
  onType(type: string): void
}

/** Above this number of changes, reloading the whole table is cheaper. */
const maxSingleReads = 20
/** Changes within this time, in ms, are read together; a single change is read immediately. */
const batchWindowMs = 60

/** Types whose changes affect the headings or the people of the table. */
const tableTypes = new Set([
  'users',
  'user-profiles',
  'customer-user-profiles',
  'user-organizations',
  'projects',
  'customers',
])

/** Keeps a table up to date with the server's events, rereading only changed cells. */
export function createTableUpdater(options: TableUpdaterOptions) {
  let pendingMembers = new Map<string, number | null>()
  let isReloadPending = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastRead = Number.NEGATIVE_INFINITY
  const projectReads = new Map<string, () => void>()
  // A large table takes seconds to load. Without pacing, provisioning many people would restart the load each time, and it would never
  // finish.
  let isEverythingMissed = false
  const reloadTable = paced(() => {
    const what = isEverythingMissed ? 'everything' : 'table'
    isEverythingMissed = false
    return options.reload(what)
  })

  async function readCell(id: string, version: number | null): Promise<void> {
    await options.waitUntilSettled()
    if (options.isLocal(id, version)) return
    await options.versions.readCells(
      () => options.readMember(id),
      (member, isCurrent) => {
        const table = options.table()
        if (!table) return
        if (member) {
          if (isCurrent(member.user, member.project)) applyMember(table, member.user, member.project, member)
          return
        }
        // The membership was deleted. Its id starts with the project's id; the current members tell who was removed.
        const project = id.split('.')[0] ?? ''
        if (table.projectAt(project) === undefined) return void reloadTable()
        readProjectSoon(project)
      },
    )
  }

  /** One read per project at a time; what is reported after its start is read once more. */
  function readProjectSoon(project: string) {
    const read = projectReads.get(project) ?? paced(() => readProject(project).catch(() => reloadTable()))
    projectReads.set(project, read)
    read()
  }

  const readProject = (project: string): Promise<void> =>
    options.versions.readCells(
      () => options.readProject(project),
      (members, isCurrent) => {
        const table = options.table()
        if (!table) return
        for (const { email } of table.people)
          if (isCurrent(email, project)) applyMember(table, email, project, members.get(email))
      },
    )

  function applyMember(table: AccessTable, user: string, project: string, member: TableMember | undefined) {
    const person = table.personAt(user)
    const projectIndex = table.projectAt(project)
    // A person or project that the table does not contain yet.
    if (person === undefined || projectIndex === undefined) return void reloadTable()
    if (options.isPending(user, project)) return
    const end = member ? shownEnd(member, Date.now()) : null
    table.set(person, projectIndex, member?.privilegeLevel ?? 0, end, (member?.directoryLevel ?? null) !== null)
  }

  function flush() {
    timer = undefined
    lastRead = Date.now()
    const ids = pendingMembers
    const isMany = ids.size > maxSingleReads
    const isReloading = (isReloadPending || isMany) && reloadTable()
    pendingMembers = new Map()
    isReloadPending = false
    // If the whole table is reloaded, reading single cells is superfluous.
    if (isReloading || isMany) return
    for (const [id, version] of ids) readCell(id, version).catch(() => reloadTable())
  }

  return {
    onChange({ type, id, version }: PublishedChange) {
      options.onType(type)
      if (type !== projectMembers.type && !tableTypes.has(type)) return
      if (type === projectMembers.type && id !== null) {
        pendingMembers.set(id, version)
        timer ??= setTimeout(flush, Date.now() - lastRead < batchWindowMs ? batchWindowMs : 0)
        return
      }
      // A reload waits for the batch window, so that it includes the changes that follow.
      if (isReloadPending) return
      isReloadPending = true
      clearTimeout(timer)
      timer = setTimeout(flush, batchWindowMs)
    },
    /** Changes were missed, of whatever type. */
    onReload() {
      isEverythingMissed = true
      reloadTable()
    },
    stop() {
      clearTimeout(timer)
    },
  }
}
