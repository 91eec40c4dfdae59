import { isLocked } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ReactNode } from 'react'
import { comparerOf } from '../../ui/compare-texts'
import { ConsoleIcon } from '../../ui/console-icon'
import type { GridCells, GridColumn } from '../../ui/grid/grid-column'
import { type Compare, withDirection } from '../../ui/grid/sort-rows'
import { renderRole } from '../../ui/role'
import { type AccessTable, hasEnded } from './access-table'
import styles from './users.module.css'

/** Number of columns before the projects. */
export const identityColumns = 3

/** Translated texts of the cells. */
export interface CellTexts {
  role(level: PrivilegeLevel): string
  /** Short form for a column of 100 pixels. */
  short(level: PrivilegeLevel): string
  /** Initial of the role where columns are narrow; otherwise undefined. */
  letter?: ((level: PrivilegeLevel) => string) | undefined
  /** Why a cell is read-only. */
  owner: string
  customerAdministrator: string
  oneself: string
  /** A choice was not saved because somebody else had changed the cell. */
  refused(now: PrivilegeLevel, rejected: PrivilegeLevel): string
  /** End of a membership that ends soon. */
  endsOn(end: string): string
  /** End of a membership that has ended. */
  endedOn(end: string): string
  /** A directory manages the membership. */
  managed: string
}

interface HeadingTexts {
  name: string
  email: string
  organization: string
  /** Groups of columns. */
  user: string
  projects: string
  hibernated: string
  libraries: string
}

/** Columns of the person, then one for each project. Hibernated projects and libraries are in groups that can be hidden. */
export function columnsOf({ projects }: AccessTable, texts: HeadingTexts): GridColumn[] {
  const user = { id: 'user', title: texts.user }
  const [active, hibernated, libraries] = [
    { id: 'projects', title: texts.projects },
    { id: 'hibernated', title: texts.hibernated },
    { id: 'libraries', title: texts.libraries },
  ]
  return [
    {
      id: 'name',
      title: texts.name,
      width: 180,
      isPinned: true,
      isRowHeader: true,
      canHide: false,
      canFill: false,
      group: user,
    },
    { id: 'email', title: texts.email, width: 220, isPinned: true, canFill: false, group: user },
    { id: 'organization', title: texts.organization, width: 180, isPinned: true, canFill: false, group: user },
    ...projects.map(({ id, name, externalId, isHibernated, isLibrary }) => ({
      id,
      title: externalId ? `${name} · ${externalId}` : name,
      canNarrow: true,
      group: isLibrary ? libraries : isHibernated ? hibernated : active,
    })),
  ]
}

/** A role that ends soon: with a clock icon, and the day as text. */
const withEndMark = (role: ReactNode, when: string) => (
  <span className={styles.ends} title={when}>
    {role}
    <ConsoleIcon name="clock" size={14} />
    <span className="said-only">{when}</span>
  </span>
)

/** A role that has ended: struck out, otherwise the same. */
const withEndedMark = (role: ReactNode, when: string) => withEndMark(<s>{role}</s>, when)

/** A role that a directory manages: with an icon, and a text. */
const withManagedMark = (role: ReactNode, texts: string) => (
  <span className={styles.managed} title={texts}>
    {role}
    <ConsoleIcon name="providers" size={14} />
    <span className="said-only">{texts}</span>
  </span>
)

/** The name of a person from a directory, with the same icon; the explanation is in "Why?" and in the form. */
const nameWithSource = (name: ReactNode, managed: string | undefined) =>
  managed === undefined ? (
    name
  ) : (
    <span className={styles.brought} title={managed}>
      {name}
      <ConsoleIcon name="providers" size={14} />
    </span>
  )

/** The current role, above the rejected choice. */
const withRefusalMark = (now: ReactNode, rejected: string, texts: string) => (
  <span className={styles.refused} title={texts}>
    {now}
    <s aria-hidden>{rejected}</s>
    <span className="said-only">{texts}</span>
  </span>
)

/**
 * Adapter from the table to the grid. A new snapshot creates new cells, so that the visible rows are rendered again. `now` in ms: what ended
 * by then is struck out.
 */
export function cellsOf(table: AccessTable, texts: CellTexts, actor: string, now: number): GridCells {
  // Identical elements for identical cells, so that React skips them.
  const cachedElements = new Map<string, ReactNode>()
  const renderLevel = (level: PrivilegeLevel) =>
    texts.letter ? renderRole(level, texts.letter(level), texts.role(level)) : renderRole(level, texts.short(level))
  const shortLabel = texts.letter ?? texts.short
  const renderEndingLevel = (level: PrivilegeLevel, end: string) => {
    const key = `${level} ${end}`
    const element =
      cachedElements.get(key) ??
      (hasEnded(end, now)
        ? withEndedMark(renderLevel(level), texts.endedOn(end))
        : withEndMark(renderLevel(level), texts.endsOn(end)))
    cachedElements.set(key, element)
    return element
  }
  const renderManagedLevel = (level: PrivilegeLevel, end: string | undefined) => {
    const key = `managed ${level} ${end ?? ''}`
    const element =
      cachedElements.get(key) ??
      withManagedMark(end === undefined ? renderLevel(level) : renderEndingLevel(level, end), texts.managed)
    cachedElements.set(key, element)
    return element
  }
  const renderRefusedLevel = (level: PrivilegeLevel, rejected: PrivilegeLevel) => {
    const key = `refused ${level} ${rejected}`
    const element =
      cachedElements.get(key) ??
      withRefusalMark(renderLevel(level), shortLabel(rejected), texts.refused(level, rejected))
    cachedElements.set(key, element)
    return element
  }
  const identityText = (person: number, column: number): string => {
    const { name = '', email = '', organization = '' } = table.people[person] ?? {}
    return [name, email, organization][column] ?? ''
  }
  const names: ReactNode[] = []
  const nameOf = (person: number): ReactNode => {
    names[person] ??= nameWithSource(
      <span className={styles.link} data-opens>
        {identityText(person, 0)}
      </span>,
      table.directoryOf(person) && texts.managed,
    )
    return names[person]
  }
  const levelAt = (person: number, column: number) => table.level(person, column - identityColumns)
  const lock = (person: number, column: number): string | undefined => {
    if (column < identityColumns) return undefined
    const level = levelAt(person, column)
    const user = table.people[person]?.email ?? ''
    if (!isLocked({ user, privilegeLevel: level }, actor)) return undefined
    if (level === privilegeLevel.owner) return texts.owner
    return level === privilegeLevel.customerAdmin ? texts.customerAdministrator : texts.oneself
  }
  return {
    rowId: (person) => table.people[person]?.email ?? '',
    rowTitle: (person) => identityText(person, 0),
    text(person, column) {
      if (column < identityColumns) return identityText(person, column)
      const level = levelAt(person, column)
      return level === privilegeLevel.inactive ? '' : texts.role(level)
    },
    render(person, column) {
      if (column === 0) return nameOf(person)
      if (column < identityColumns) return undefined
      const level = levelAt(person, column)
      const rejected = table.refused(person, column - identityColumns)
      if (rejected !== undefined) return renderRefusedLevel(level, rejected)
      if (level === privilegeLevel.inactive) return ''
      const end = table.endAt(person, column - identityColumns)
      if (table.isManaged(person, column - identityColumns)) return renderManagedLevel(level, end)
      return end === undefined ? renderLevel(level) : renderEndingLevel(level, end)
    },
    lock,
    isEditable: (person, column) => column >= identityColumns && lock(person, column) === undefined,
  }
}

/** Compares people by a column. When sorted by role, people without one come last in both directions. */
export function compareBy(table: AccessTable, columns: readonly GridColumn[], locale: string) {
  const compare = comparerOf(locale)
  return (id: string, ascending: boolean): Compare | undefined => {
    const column = columns.findIndex((known) => known.id === id)
    if (column < 0) return undefined
    if (column >= identityColumns) {
      const project = column - identityColumns
      const rank = (person: number) => {
        const level = table.level(person, project)
        // Ascending starts with the highest role; people without access come last in both directions.
        return level === privilegeLevel.inactive ? Number.POSITIVE_INFINITY : ascending ? -level : level
      }
      return (one, other) => {
        const [first, second] = [rank(one), rank(other)]
        return first === second ? 0 : first - second
      }
    }
    const key = (['name', 'email', 'organization'] as const)[column]
    if (key === undefined) return undefined
    return withDirection(
      (one, other) => compare(table.people[one]?.[key] ?? '', table.people[other]?.[key] ?? ''),
      ascending,
    )
  }
}
