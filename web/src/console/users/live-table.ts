import { type ProjectMember, projectMembers } from '@lintel/contract/people/members'
import type { ChangeTold } from '@lintel/contract/settings/events'
import { paced } from '../../api/paced'
import { type AccessTable, soonEnd } from './access-table'

/** What the table shows of a membership. */
export const shownFields = ['privilegeLevel', 'expirationDate', 'accessUntil', 'directoryLevel'] as const
export type MemberShown = Pick<ProjectMember, (typeof shownFields)[number]>

/** What a table is kept fresh with. */
export interface LiveTerms {
  table(): AccessTable | undefined
  /** One membership by its id; undefined when there is none (any more). */
  readMember(id: string): Promise<(MemberShown & Pick<ProjectMember, 'user' | 'project'>) | undefined>
  /** Everybody in a project, by email. */
  readProject(project: string): Promise<ReadonlyMap<string, MemberShown>>
  /** Whether a change made here is under way for the cell: its own answer counts. */
  isUnderWay(user: string, project: string): boolean
  /** Resolves when the changes that are under way here are over; then it is known which versions they made. */
  settled(): Promise<void>
  /** Whether this version of a membership was made here, so that its answer is in the table already. */
  isOwn(id: string, version: number | null): boolean
  /** Reads all of the table again, and resolves when it has come; what began to be read before does not count. */
  reload(): Promise<unknown>
  /** Others that show records of this type read them again. */
  onType(type: string): void
}

/** More changes at once than this are cheaper read as a whole. */
const mostSingle = 20
/** Changes that come within so many ms are read together; one alone is read at once. */
const gatherMs = 60

/** Types whose change shows in the table's headings or in who stands in it. */
const shapes = new Set([
  'users',
  'user-profiles',
  'customer-user-profiles',
  'user-organizations',
  'projects',
  'customers',
])

/** Keeps a table as fresh as the server tells: asks again only for the cells that changed. */
export function keepFresh(terms: LiveTerms) {
  let waiting = new Map<string, number | null>()
  let isReload = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastRead = Number.NEGATIVE_INFINITY
  // A large table takes seconds, in which as many people may be provisioned: asked for by each of them, it would never come.
  const readWhole = paced(terms.reload)

  async function readCell(id: string, version: number | null): Promise<void> {
    await terms.settled()
    if (terms.isOwn(id, version)) return
    const member = await terms.readMember(id)
    const table = terms.table()
    if (!table) return
    if (member) return put(table, member.user, member.project, member)
    // It is gone. Its id begins with the project's, whose members then tell who that was.
    const project = id.split('.')[0] ?? ''
    const place = table.projectAt(project)
    if (place === undefined) return void readWhole()
    const members = await terms.readProject(project)
    for (const { email } of table.people) put(table, email, project, members.get(email))
  }

  function put(table: AccessTable, user: string, project: string, member: MemberShown | undefined) {
    const person = table.personAt(user)
    const place = table.projectAt(project)
    // Somebody or something that the table does not have yet.
    if (person === undefined || place === undefined) return void readWhole()
    if (terms.isUnderWay(user, project)) return
    const end = member ? soonEnd(member, Date.now()) : null
    table.set(person, place, member?.privilegeLevel ?? 0, end, (member?.directoryLevel ?? null) !== null)
  }

  function readWaiting() {
    timer = undefined
    lastRead = Date.now()
    const ids = waiting
    const isMany = ids.size > mostSingle
    const isWholeRead = (isReload || isMany) && readWhole()
    waiting = new Map()
    isReload = false
    // A table that comes only after another one is not worth waiting for with a few cells.
    if (isWholeRead || isMany) return
    for (const [id, version] of ids) readCell(id, version).catch(() => readWhole())
  }

  return {
    onChange({ type, id, version }: ChangeTold) {
      terms.onType(type)
      if (type !== projectMembers.type && !shapes.has(type)) return
      if (type === projectMembers.type && id !== null) {
        waiting.set(id, version)
        timer ??= setTimeout(readWaiting, Date.now() - lastRead < gatherMs ? gatherMs : 0)
        return
      }
      // To read the whole is worth waiting for what comes with it.
      if (isReload) return
      isReload = true
      clearTimeout(timer)
      timer = setTimeout(readWaiting, gatherMs)
    },
    stop() {
      clearTimeout(timer)
    },
  }
}
