import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { SettingKey } from '@lintel/contract/settings/user-settings'
import { type ReactNode, useRef, useState } from 'react'
import { LoadError } from '../../api/load-error'
import { useUserSetting } from '../../session/user-setting'
import { Button } from '../../ui/button'
import { ConsoleIcon } from '../../ui/console-icon'
import { EmptyState } from '../../ui/empty-state'
import { defaultArrangement } from '../../ui/grid/arrangement'
import { ColumnChooser } from '../../ui/grid/column-chooser'
import { Grid } from '../../ui/grid/grid'
import { GridShortcuts } from '../../ui/grid/grid-shortcuts'
import { type RecordColumn, recordGrid } from '../../ui/grid/record-grid'
import { RecordList } from '../../ui/grid/record-list'
import { RowsError } from '../../ui/grid/rows-error'
import { SelectedBar } from '../../ui/grid/selected-bar'
import { keepVisibleRows, noRows, type SelectedRows, selectedRows } from '../../ui/grid/selected-rows'
import { Highlight } from '../../ui/highlight'
import { SearchField } from '../../ui/search-field'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { usePageShortcuts } from '../../ui/use-page-shortcuts'
import { useScreenClass } from '../../ui/use-screen-class'
import { ErrorScreen } from '../error-screen'
import { ToolScreen } from '../tool-screen'
import styles from './record-screen.module.css'

/** Props that the route passes to a screen of records. */
export interface RecordsProps {
  /** Id of the active customer. */
  customer: string
  /** The customer selector; null on staff screens, which cover all customers. */
  selector: ReactNode
  search: string
  onSearch(text: string): void
}

/** Text of an empty screen and label of its button; the same label is used for adding records. */
interface EmptyTexts {
  title: string
  action: string
}

interface RecordScreenProps<R extends { id: string }> extends Omit<RecordsProps, 'customer'> {
  /** Title of the screen and name of its grid. */
  title: string
  searchLabel: string
  /** Setting that stores the person's column arrangement. */
  setting: Extract<SettingKey, 'users' | 'organizations' | 'customers' | 'projects' | 'project-stats' | 'providers'>
  /** Further filters beside the search, and whether one of them is active. */
  filters?: ReactNode
  isFiltered?: boolean
  /** For searching and sorting on the server: `records` are those loaded so far of `total`, in their order. */
  remote?: { total: number | undefined; onNearEnd(): void }
  /** The server searches: `records` are all matches, sorted here. */
  isFound?: boolean
  /** Label of a row of totals; without it there is none. */
  totals?: string | undefined
  /** On a phone, the line below a record's name; by default all columns that are visible by default. */
  details?(record: R): string
  /** Undefined while loading. */
  records: readonly R[] | undefined
  /** The records and the total are those of the previous search, until the new one is loaded. */
  isPrevious?: boolean
  /** Further records are still to be read. */
  isPartial?: boolean
  /** Shown in place of the records, or below those of an incomplete list: a page of it could not be read. */
  error: Error | null
  /** The row header column names the record. */
  columns: readonly RecordColumn<R>[]
  /** Texts with the number of all records, and of those found. */
  count(records: number): ReactNode
  countFound(records: number): ReactNode
  /** Empty states: without records (one can be added by whoever may), and without matches (all can be shown). */
  none: EmptyTexts
  noneFound: EmptyTexts
  /** Undefined for whoever may not add a record: there is no button for it. */
  onAdd: (() => void) | undefined
  /** Whether the add button floats over the grid instead of being in the bar. */
  isAddFloating?: boolean
  /** Removes all filters; by default clears the search. */
  onShowAll?(): void
  /** Actions of the bar for the selected records; by default a single one can be edited. */
  actions?(selected: readonly R[]): ReactNode
  /** Further content of the bar. */
  menu?(selected: readonly R[]): ReactNode
  onOpen(record: R): void
  /** Called for Ctrl-Z and Ctrl-Shift-Z on the grid. */
  onUndo?(): void
  onRedo?(): void
  /** The screen works with change sets, whose list has a key (`useChangeSetScreen`). */
  hasRecentChanges?: boolean
  /** The dialogs; `clear` clears the selection. */
  children?(clear: () => void): ReactNode
}

/** The screen of a type of record: a grid, on a phone a list, with search, selection and counts. */
export function RecordScreen<R extends { id: string }>(props: RecordScreenProps<R>) {
  const { title, search, onSearch, records = [], error, columns, onAdd, onOpen } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const isMobile = useScreenClass() === 'mobile'
  const [stored, store] = useUserSetting(props.setting)
  const arrangement = stored ?? defaultArrangement
  const [checked, setChecked] = useState<SelectedRows>(noRows)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const searchField = useRef<HTMLInputElement>(null)
  usePageShortcuts({
    '/': () => searchField.current?.focus(),
    ...(!isMobile && { '?': () => setHelpOpen(true) }),
  })
  const grid = recordGrid(records, columns, i18n.locale)
  const { remote } = props
  const found = remote || props.isFound ? Uint32Array.from(records.keys()) : grid.find(search)
  const rows = remote ? found : grid.sort(found, arrangement.sort ?? [])
  const shown = new Set(Array.from(found, grid.cells.rowId))
  const selected = keepVisibleRows(checked, (id) => shown.has(id))
  if (selected !== checked) setChecked(selected)
  const chosen = records.filter(({ id }) => selected.ids.has(id))
  const [first] = chosen
  const bar = chosen.length > 0 && (
    <SelectedBar
      label={t`Selected rows`}
      title={<Plural value={chosen.length} one="# selected" other="# selected" />}
      left={selected.total - chosen.length}
    />
  )
  const isSearching = search !== '' || props.isFiltered === true
  // The previous search had no match: whether this one has is not known yet.
  const isLoaded = props.records !== undefined && !(props.isPrevious && records.length === 0)
  const texts = isSearching ? props.noneFound : props.none
  function showAll() {
    if (props.onShowAll) props.onShowAll()
    else onSearch('')
    // The pressed button goes.
    searchField.current?.focus()
  }
  const countFound = isSearching && isLoaded && !props.isPrevious && props.countFound(remote?.total ?? rows.length)

  const shared = {
    label: title,
    rows,
    selected: selected.ids,
    onSelect: (ids: ReadonlySet<string>) => setChecked(selectedRows(ids)),
    onOpen: (row: number) => records[row] && onOpen(records[row]),
    onNearEnd: remote?.onNearEnd,
    empty: (
      <EmptyState title={texts.title}>
        {(isSearching || onAdd) && (
          <Button onClick={() => (isSearching ? showAll() : onAdd?.())}>{texts.action}</Button>
        )}
      </EmptyState>
    ),
    // The space keeps the height of the footer.
    foot: props.isPrevious ? (
      <span>{'\u00a0'}</span>
    ) : (
      <>
        {countFound && <span>{countFound}</span>}
        {!(remote && countFound) && <span>{props.count(remote?.total ?? records.length)}</span>}
      </>
    ),
  }

  return (
    <ToolScreen
      title={title}
      selector={props.selector}
      filters={
        <>
          <SearchField label={props.searchLabel} value={search} onSearch={onSearch} ref={searchField} />
          {props.filters}
        </>
      }
      actions={
        <>
          {props.actions?.(chosen) ??
            (first && chosen.length === 1 && (
              <Button size="small" onClick={() => onOpen(first)}>
                <ConsoleIcon name="edit" size={16} />
                <Trans>Edit selected</Trans>
              </Button>
            ))}
          {!isMobile && <ColumnChooser columns={columns} arrangement={arrangement} onArrange={store} />}
          {props.menu?.(chosen)}
          {onAdd && !props.isAddFloating && (
            <Button size="small" kind="primary" onClick={() => onAdd()}>
              <ConsoleIcon name="add" size={16} />
              {props.none.action}
            </Button>
          )}
        </>
      }
    >
      {!isMobile ? (
        <Grid
          {...shared}
          bar={() => bar}
          {...(props.onUndo && { onUndo: props.onUndo })}
          {...(props.onRedo && { onRedo: props.onRedo })}
          columns={columns}
          cells={grid.cells}
          arrangement={arrangement}
          onArrange={store}
          state={isLoaded ? 'ready' : error ? { error: <ErrorScreen error={error} /> } : 'loading'}
          headerHeight={40}
          totals={props.totals === undefined ? undefined : { label: props.totals, values: grid.totals(rows) }}
        />
      ) : isLoaded ? (
        <RecordList
          {...shared}
          row={(place) => {
            const name = grid.cells.rowTitle(place)
            const record = records[place]
            const others = columns.map((column, at) =>
              column.isRowHeader || column.isHidden ? '' : grid.cells.text(place, at),
            )
            return {
              id: grid.cells.rowId(place),
              name,
              title: <Highlight text={name} query={search} />,
              details: [props.details && record ? props.details(record) : others.filter(Boolean).join(' · ')],
            }
          }}
        />
      ) : error ? (
        <RowsError>
          <ErrorScreen error={error} />
        </RowsError>
      ) : (
        <SkeletonRows />
      )}
      {isMobile && bar}
      {props.isPartial && props.records && error && <LoadError error={error} what={title} />}
      <p className="said-only" role="status">
        {countFound}
      </p>
      {isHelpOpen && (
        <GridShortcuts of="records" hasRecentChanges={props.hasRecentChanges} onClose={() => setHelpOpen(false)} />
      )}
      {onAdd && props.isAddFloating && (
        <button
          type="button"
          className={styles.floating}
          aria-label={props.none.action}
          title={props.none.action}
          onClick={() => onAdd()}
        >
          <ConsoleIcon name="add" size={24} />
        </button>
      )}
      {props.children?.(() => setChecked(noRows))}
    </ToolScreen>
  )
}
