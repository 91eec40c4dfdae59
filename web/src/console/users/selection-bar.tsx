import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { Button } from '../../ui/button'
import { SelectedBar } from '../../ui/grid/selected-bar'
import { roleLabel } from '../../ui/role'
import type { AccessTable } from './access-table'
import type { UsersFilter } from './find-people'
import type { Cell, OpenDialog } from './open-dialog'
import { countChangeable } from './plan-changes'

interface SelectionBarProps {
  table: AccessTable
  /** Empty when there are too many for one change. */
  cells: readonly Cell[]
  /** Number of selected cells, and number of those hidden by a filter. */
  count: number
  left: number
  actor: string
  onOpen(dialog: OpenDialog): void
  onFilter(change: UsersFilter): void
  onRemove(): void
}

/** The selection: its size, how many cells can be changed, and the actions. */
export function SelectionBar({ table, cells, count, left, actor, onOpen, onFilter, onRemove }: SelectionBarProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const free = countChangeable(table, cells, actor)
  const [first] = cells
  if (!first)
    return (
      <SelectedBar
        label={t`Selected cells`}
        title={<Plural value={count} one="# cell" other="# cells: select fewer to change them" />}
      />
    )
  const { user, project } = first
  const person = table.personAt(user)
  const projectIndex = table.projectAt(project)
  if (person === undefined || projectIndex === undefined) return null
  const isOne = cells.length === 1
  return (
    <SelectedBar
      label={t`Selected cells`}
      left={left}
      title={
        isOne ? (
          `${table.people[person]?.name} · ${table.projects[projectIndex]?.name}: ${i18n._(roleLabel(table.level(person, projectIndex)))}`
        ) : (
          <>
            <Plural value={cells.length} one="# cell" other="# cells" />
            {free < cells.length && (
              <>
                {', '}
                <Plural value={free} one="# can be changed" other="# can be changed" />
              </>
            )}
          </>
        )
      }
    >
      {isOne ? (
        free > 0 && (
          <Button size="small" onClick={() => onOpen({ at: 'member', user, project })}>
            <Trans>Options</Trans>
          </Button>
        )
      ) : (
        <>
          <Button size="small" kind="primary" disabled={free === 0} onClick={() => onOpen({ at: 'role', cells })}>
            <Trans>Change role</Trans>
          </Button>
          <Button size="small" disabled={free === 0} onClick={() => onOpen({ at: 'end', cells })}>
            <Trans>Set end date</Trans>
          </Button>
          <Button size="small" disabled={free === 0} onClick={onRemove}>
            <Trans>Remove</Trans>
          </Button>
        </>
      )}
      {isOne && (
        <Button size="small" onClick={() => onOpen({ at: 'why', user, project })}>
          <Trans>Why?</Trans>
        </Button>
      )}
      {isOne && (
        <Button size="small" onClick={() => onFilter({ access: [user] })}>
          <Trans>Only projects with access</Trans>
        </Button>
      )}
    </SelectedBar>
  )
}
