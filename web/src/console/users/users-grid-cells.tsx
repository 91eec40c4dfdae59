import { isLocked } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ReactNode } from 'react'
import { comparerOf } from '../../ui/compare-texts'
import { Drawing } from '../../ui/drawing'
import type { GridCells, GridColumn } from '../../ui/grid/grid-column'
import { type Compare, directed } from '../../ui/grid/sort-rows'
import { drawRole } from '../../ui/role'
import type { AccessTable } from './access-table'
import styles from './users.module.css'

/** The columns before the projects. */
export const identityColumns = 3

/** Words that the cells are drawn with, in the reader's language. */
export interface CellWords {
  role(level: PrivilegeLevel): string
  /** The same as short as a column of 100 pixels has room for. */
  short(level: PrivilegeLevel): string
  /** A letter for it, where columns are narrow; undefined where they are not. */
  letter?: ((level: PrivilegeLevel) => string) | undefined
  /** Why a cell stays as it is. */
  owner: string
  customerAdministrator: string
  oneself: string
  /** That a choice was not saved, as somebody else made it something else meanwhile. */
  refused(now: PrivilegeLevel, wanted: PrivilegeLevel): string
  /** When a membership ends that ends soon. */
  endsOn(end: string): string
  /** That a directory gave a membership. */
  managed: string
}

interface HeadingWords {
  name: string
  email: string
  organization: string
  /** The groups of columns. */
  user: string
  projects: string
  hibernated: string
  libraries: string
}

/** Who it is, then one column a project. Those that are not worked in stand in groups of their own, which can be hidden. */
export function columnsOf({ projects }: AccessTable, words: HeadingWords): GridColumn[] {
  const user = { id: 'user', title: words.user }
  const [active, hibernated, libraries] = [
    { id: 'projects', title: words.projects },
    { id: 'hibernated', title: words.hibernated },
    { id: 'libraries', title: words.libraries },
  ]
  return [
    {
      id: 'name',
      title: words.name,
      width: 180,
      isPinned: true,
      isRowHeader: true,
      canHide: false,
      canFill: false,
      group: user,
    },
    { id: 'email', title: words.email, width: 220, isPinned: true, canFill: false, group: user },
    { id: 'organization', title: words.organization, width: 180, isPinned: true, canFill: false, group: user },
    ...projects.map(({ id, name, externalId, isHibernated, isLibrary }) => ({
      id,
      title: externalId ? `${name} · ${externalId}` : name,
      canNarrow: true,
      group: isLibrary ? libraries : isHibernated ? hibernated : active,
    })),
  ]
}

/** A role that ends soon: a clock beside it, and the day in words. */
const drawEnd = (role: ReactNode, when: string) => (
  <span className={styles.ends} title={when}>
    {role}
    <Drawing name="clock" size={14} />
    <span className="said-only">{when}</span>
  </span>
)

/** A role that a directory gave: a sign beside it, and that in words. */
const drawManaged = (role: ReactNode, words: string) => (
  <span className={styles.managed} title={words}>
    {role}
    <Drawing name="providers" size={14} />
    <span className="said-only">{words}</span>
  </span>
)

/** Somebody whom a directory brought: the same sign, which is said by "Why?" and in their form. */
const nameWithSource = (name: ReactNode, managed: string | undefined) =>
  managed === undefined ? (
    name
  ) : (
    <span className={styles.brought} title={managed}>
      {name}
      <Drawing name="providers" size={14} />
    </span>
  )

/** What it is by now, above what was chosen and not saved. */
const drawRefusal = (now: ReactNode, wanted: string, words: string) => (
  <span className={styles.refused} title={words}>
    {now}
    <s aria-hidden>{wanted}</s>
    <span className="said-only">{words}</span>
  </span>
)

/** How the grid reads the table. A snapshot makes new cells, which is what draws the rows in sight again. */
export function cellsOf(table: AccessTable, words: CellWords, actor: string): GridCells {
  // The same element for what looks the same: the grid passes over it.
  const ended = new Map<string, ReactNode>()
  const drawLevel = (level: PrivilegeLevel) =>
    words.letter ? drawRole(level, words.letter(level), words.role(level)) : drawRole(level, words.short(level))
  const shortest = words.letter ?? words.short
  const drawEnding = (level: PrivilegeLevel, end: string) => {
    const key = `${level} ${end}`
    const drawn = ended.get(key) ?? drawEnd(drawLevel(level), words.endsOn(end))
    ended.set(key, drawn)
    return drawn
  }
  const drawByDirectory = (level: PrivilegeLevel, end: string | undefined) => {
    const key = `managed ${level} ${end ?? ''}`
    const drawn =
      ended.get(key) ?? drawManaged(end === undefined ? drawLevel(level) : drawEnding(level, end), words.managed)
    ended.set(key, drawn)
    return drawn
  }
  const drawRefused = (now: PrivilegeLevel, wanted: PrivilegeLevel) => {
    const key = `refused ${now} ${wanted}`
    const drawn = ended.get(key) ?? drawRefusal(drawLevel(now), shortest(wanted), words.refused(now, wanted))
    ended.set(key, drawn)
    return drawn
  }
  const who = (person: number, column: number): string => {
    const { name = '', email = '', organization = '' } = table.people[person] ?? {}
    return [name, email, organization][column] ?? ''
  }
  const names: ReactNode[] = []
  const nameOf = (person: number): ReactNode => {
    names[person] ??= nameWithSource(
      <span className={styles.link} data-opens>
        {who(person, 0)}
      </span>,
      table.directoryOf(person) && words.managed,
    )
    return names[person]
  }
  const levelAt = (person: number, column: number) => table.level(person, column - identityColumns)
  const lock = (person: number, column: number): string | undefined => {
    if (column < identityColumns) return undefined
    const level = levelAt(person, column)
    const user = table.people[person]?.email ?? ''
    if (!isLocked({ user, privilegeLevel: level }, actor)) return undefined
    if (level === privilegeLevel.owner) return words.owner
    return level === privilegeLevel.customerAdmin ? words.customerAdministrator : words.oneself
  }
  return {
    rowId: (person) => table.people[person]?.email ?? '',
    rowTitle: (person) => who(person, 0),
    text(person, column) {
      if (column < identityColumns) return who(person, column)
      const level = levelAt(person, column)
      return level === privilegeLevel.inactive ? '' : words.role(level)
    },
    draw(person, column) {
      if (column === 0) return nameOf(person)
      if (column < identityColumns) return undefined
      const level = levelAt(person, column)
      const wanted = table.refused(person, column - identityColumns)
      if (wanted !== undefined) return drawRefused(level, wanted)
      if (level === privilegeLevel.inactive) return ''
      const end = table.endAt(person, column - identityColumns)
      if (table.isManaged(person, column - identityColumns)) return drawByDirectory(level, end)
      return end === undefined ? drawLevel(level) : drawEnding(level, end)
    },
    lock,
    isEditable: (person, column) => column >= identityColumns && lock(person, column) === undefined,
  }
}

/** How people are compared by a column; by role, those who have one come first, whichever way it is sorted. */
export function compareBy(table: AccessTable, columns: readonly GridColumn[], locale: string) {
  const compare = comparerOf(locale)
  return (id: string, ascending: boolean): Compare | undefined => {
    const column = columns.findIndex((known) => known.id === id)
    if (column < 0) return undefined
    if (column >= identityColumns) {
      const project = column - identityColumns
      const rank = (person: number) => {
        const level = table.level(person, project)
        // Ascending begins with the highest, and nobody's access stands last either way.
        return level === privilegeLevel.inactive ? Number.POSITIVE_INFINITY : ascending ? -level : level
      }
      return (one, other) => {
        const [first, second] = [rank(one), rank(other)]
        return first === second ? 0 : first - second
      }
    }
    const key = (['name', 'email', 'organization'] as const)[column]
    if (key === undefined) return undefined
    return directed(
      (one, other) => compare(table.people[one]?.[key] ?? '', table.people[other]?.[key] ?? ''),
      ascending,
    )
  }
}
