import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '../button'
import { Checkbox } from '../checkbox'
import { ConsoleIcon } from '../console-icon'
import { Popover } from '../popover'
import { SearchField } from '../search-field'
import { searchableText, textMatcher } from '../search-text'
import {
  type Arrangement,
  changeColumn,
  columnOrder,
  defaultArrangement,
  groupsOf,
  isGroupHidden,
  isShown,
  moveColumn,
  pinnedTest,
  setGroupVisible,
} from './arrangement'
import styles from './column-chooser.module.css'
import type { GridColumn } from './grid-column'
import { useAnnouncement } from './use-announcement'
import { useArrange } from './use-arrange'

interface ColumnChooserProps {
  columns: readonly GridColumn[]
  arrangement: Arrangement
  onArrange(next: Arrangement): void
  /** Further options that decide which columns are visible. */
  children?: ReactNode
}

/** Maximum number listed; a search finds the others. */
const mostListed = 100

/** Chooses which columns are visible, and their order. */
export function ColumnChooser({ columns, children, ...props }: ColumnChooserProps) {
  const { arrangement } = props
  const arrange = useArrange(props)
  const { announce, region } = useAnnouncement()
  const { t, i18n } = useLingui()
  const [query, setQuery] = useState('')
  const matches = textMatcher(query)
  const entries = new Map(arrangement.columns.map((entry) => [entry.id, entry]))
  const order = columnOrder(columns, arrangement)
  const found = order.filter((columnIndex) => matches(searchableText(columns[columnIndex]?.title ?? '')))
  const count = i18n.number(found.length)
  const groups = groupsOf(columns).filter(({ hideable }) => hideable > 0)
  const isPinned = pinnedTest(columns, arrangement.columns)
  /** Moves a column by one place; undefined where it cannot go further. */
  function moving(columnIndex: number, title: string, by: number) {
    const to = order[order.indexOf(columnIndex) + by]
    if (to === undefined || isPinned(to) !== isPinned(columnIndex)) return undefined
    return () => {
      const next = moveColumn(columns, arrangement, columnIndex, to)
      const place = i18n.number(columnOrder(columns, next).indexOf(columnIndex) + 1)
      const last = i18n.number(order.length)
      if (arrange(next)) announce(t`${title} moved to place ${place} of ${last}`)
    }
  }
  return (
    <Popover
      label={t`Columns`}
      button={(props) => (
        <Button {...props} size="small" kind="quiet" title={t`Columns`} aria-label={t`Columns`}>
          <ConsoleIcon name="columns" />
        </Button>
      )}
    >
      {() => (
        <div className={styles.panel}>
          <SearchField label={t`Search columns`} value={query} pauseMs={0} onSearch={setQuery} />
          {groups.length > 1 && query === '' && (
            <fieldset className={styles.groups}>
              <legend className="said-only">{t`Groups of columns`}</legend>
              {groups.map(({ id, title, hideable }) => (
                <Checkbox
                  key={id}
                  label={t`${title} (${i18n.number(hideable)})`}
                  checked={!arrangement.hiddenGroups?.includes(id)}
                  onChange={({ target }) => arrange(setGroupVisible(arrangement, id, target.checked))}
                />
              ))}
            </fieldset>
          )}
          {columns.some(({ canNarrow }) => canNarrow) && query === '' && (
            <div className={styles.groups}>
              {children}
              <Checkbox
                label={t`Narrow columns with rotated headings`}
                checked={arrangement.isNarrow === true}
                onChange={({ target }) => arrange({ ...arrangement, isNarrow: target.checked })}
              />
            </div>
          )}
          <ul className={styles.list}>
            {found.slice(0, mostListed).map((columnIndex) => {
              const column = columns[columnIndex]
              if (!column) return null
              const { id, title } = column
              const up = moving(columnIndex, title, -1)
              const down = moving(columnIndex, title, 1)
              return (
                <li key={id} className={styles.column}>
                  <Checkbox
                    label={title}
                    checked={isShown(column, entries.get(id)) && !isGroupHidden(column, arrangement)}
                    disabled={column.canHide === false || isGroupHidden(column, arrangement)}
                    onChange={({ target }) =>
                      arrange(changeColumn(columns, arrangement, id, { isVisible: target.checked }))
                    }
                  />
                  <span className={styles.moves}>
                    <button
                      type="button"
                      aria-label={t`Move ${title} up`}
                      aria-disabled={!up || undefined}
                      onClick={up}
                    >
                      <ConsoleIcon name="up" size={16} />
                    </button>
                    <button
                      type="button"
                      aria-label={t`Move ${title} down`}
                      aria-disabled={!down || undefined}
                      onClick={down}
                    >
                      <ConsoleIcon name="down" size={16} />
                    </button>
                  </span>
                </li>
              )
            })}
          </ul>
          {found.length > mostListed && (
            <p className={styles.more}>
              <Trans>
                The first {mostListed} of {count}. Search to find the others.
              </Trans>
            </p>
          )}
          <Button size="small" wide onClick={() => arrange(defaultArrangement)}>
            <Trans>Reset columns</Trans>
          </Button>
          {region}
        </div>
      )}
    </Popover>
  )
}
