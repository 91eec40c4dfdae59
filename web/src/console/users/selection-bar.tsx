import { useLingui } from '@lingui/react'
import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button'
import { roleWord } from '../../ui/role'
import type { AccessTable } from './access-table'
import type { Cell, OpenDialog } from './open-dialog'
import { changeable } from './plan-changes'
import styles from './users.module.css'

interface SelectionBarProps {
  table: AccessTable
  cells: readonly Cell[]
  actor: string
  onOpen(dialog: OpenDialog): void
  onRemove(): void
}

/** What is selected, how much of it can be changed, and what can be done with it. */
export function SelectionBar({ table, cells, actor, onOpen, onRemove }: SelectionBarProps) {
  const { i18n } = useLingui()
  const free = changeable(table, cells, actor)
  const [first] = cells
  if (!first) return null
  const { user, project } = first
  const person = table.personAt(user)
  const place = table.projectAt(project)
  if (person === undefined || place === undefined) return null
  const isOne = cells.length === 1
  return (
    <div className={styles.selection}>
      <span className={styles.selected}>
        {isOne ? (
          `${table.people[person]?.name} · ${table.projects[place]?.name}: ${i18n._(roleWord(table.level(person, place)))}`
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
        )}
      </span>
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
    </div>
  )
}
