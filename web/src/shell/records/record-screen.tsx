import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { SettingKey } from '@lintel/contract/settings/user-settings'
import { type ReactNode, useRef, useState } from 'react'
import { useUserSetting } from '../../session/user-setting'
import { Button } from '../../ui/button'
import { Drawing } from '../../ui/drawing'
import { EmptyState } from '../../ui/empty-state'
import { naturalArrangement } from '../../ui/grid/arrangement'
import { ColumnChooser } from '../../ui/grid/column-chooser'
import { Grid } from '../../ui/grid/grid'
import { GridShortcuts } from '../../ui/grid/grid-shortcuts'
import { type RecordColumn, recordGrid } from '../../ui/grid/record-grid'
import { RecordList } from '../../ui/grid/record-list'
import { SelectedBar } from '../../ui/grid/selected-bar'
import { noRows, type SelectedRows, selectedRows, shownRows } from '../../ui/grid/selected-rows'
import { Highlight } from '../../ui/highlight'
import { SearchField } from '../../ui/search-field'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { usePageKeys } from '../../ui/use-page-keys'
import { useScreenClass } from '../../ui/use-screen-class'
import { ErrorScreen } from '../error-screen'
import { ToolScreen } from '../tool-screen'
import styles from './record-screen.module.css'

/** What the route of a screen of records gives it. */
export interface RecordsProps {
  /** Id of the active customer. */
  customer: string
  /** The customer selector; null on the staff's screens, which are about all customers. */
  selector: ReactNode
  search: string
  onSearch(text: string): void
}

/** What an empty screen says, and the word of the button that helps; it is the one by which records are added, too. */
interface EmptyWords {
  title: string
  action: string
}

interface RecordScreenProps<R extends { id: string }> extends Omit<RecordsProps, 'customer'> {
  /** Names the screen and its grid. */
  title: string
  searchLabel: string
  /** Where the person's arrangement of the columns is kept. */
  setting: Extract<SettingKey, 'users' | 'organizations' | 'customers' | 'projects' | 'project-stats' | 'providers'>
  /** More filters beside the search, and whether one of them is chosen. */
  filters?: ReactNode
  isFiltered?: boolean
  /** The server searches and sorts: `records` are those read so far of `total`, in their order. */
  remote?: { total: number | undefined; onNearEnd(): void }
  /** The server searches: `records` are all that it found, and are sorted here. */
  isFound?: boolean
  /** Names a row below the others with the sum of each column of numbers. */
  totals?: string | undefined
  /** On a phone, what stands below a record's name; default all columns that are shown at first. */
  details?(record: R): string
  /** Undefined until they were read once. */
  records: readonly R[] | undefined
  error: Error | null
  /** The column that is the row's header names the record. */
  columns: readonly RecordColumn<R>[]
  /** How many there are, and how many a search found. */
  count(records: number): ReactNode
  countFound(records: number): ReactNode
  /** There is no record, and one can be added; there is none that the search finds, and all can be shown. */
  none: EmptyWords
  noneFound: EmptyWords
  onAdd(): void
  /** A record is added by a round button over the grid, in place of one in the bar. */
  isAddFloating?: boolean
  /** Shows all again; where nothing but the search narrows them, taking that away does. */
  onShowAll?(): void
  /** What the bar offers for the selected records; without it, or where it gives nothing, one of them is opened to be edited. */
  acts?(selected: readonly R[]): ReactNode
  /** What else stands in the bar. */
  menu?(selected: readonly R[]): ReactNode
  onOpen(record: R): void
  /** Ctrl-Z and Ctrl-Shift-Z on the grid. */
  onUndo?(): void
  onRedo?(): void
  /** The dialogs; `clear` takes the selection away. */
  children?(clear: () => void): ReactNode
}

/** The screen of a noun's records: a grid where there is room for one, on a phone a list, with search, selection and counts. */
export function RecordScreen<R extends { id: string }>(props: RecordScreenProps<R>) {
  const { title, search, onSearch, records = [], error, columns, onOpen } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const isMobile = useScreenClass() === 'mobile'
  const [kept, keep] = useUserSetting(props.setting)
  const arrangement = kept ?? naturalArrangement
  const [marked, mark] = useState<SelectedRows>(noRows)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const searchField = useRef<HTMLInputElement>(null)
  usePageKeys({
    '/': () => searchField.current?.focus(),
    ...(!isMobile && { '?': () => setHelpOpen(true) }),
  })
  const grid = recordGrid(records, columns, i18n.locale)
  const { remote } = props
  const found = remote || props.isFound ? Uint32Array.from(records.keys()) : grid.find(search)
  const rows = remote ? found : grid.sort(found, arrangement.sort ?? [])
  const shown = new Set(Array.from(found, grid.cells.rowId))
  const selected = shownRows(marked, (id) => shown.has(id))
  if (selected !== marked) mark(selected)
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
  const isRead = props.records !== undefined
  const words = isSearching ? props.noneFound : props.none
  const countFound = isSearching && isRead && props.countFound(remote?.total ?? rows.length)

  const shared = {
    label: title,
    rows,
    selected: selected.ids,
    onSelect: (ids: ReadonlySet<string>) => mark(selectedRows(ids)),
    onOpen: (row: number) => records[row] && onOpen(records[row]),
    onNearEnd: remote?.onNearEnd,
    empty: (
      <EmptyState title={words.title}>
        <Button onClick={isSearching ? (props.onShowAll ?? (() => onSearch(''))) : () => props.onAdd()}>
          {words.action}
        </Button>
      </EmptyState>
    ),
    foot: (
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
      acts={
        <>
          {props.acts?.(chosen) ??
            (first && chosen.length === 1 && (
              <Button size="small" onClick={() => onOpen(first)}>
                <Drawing name="edit" size={16} />
                <Trans>Edit selected</Trans>
              </Button>
            ))}
          {!isMobile && <ColumnChooser columns={columns} arrangement={arrangement} onArrange={keep} />}
          {props.menu?.(chosen)}
          {!props.isAddFloating && (
            <Button size="small" kind="primary" onClick={() => props.onAdd()}>
              <Drawing name="add" size={16} />
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
          onArrange={keep}
          state={isRead ? 'ready' : error ? { error: <ErrorScreen error={error} /> } : 'loading'}
          headerHeight={40}
          totals={props.totals === undefined ? undefined : { label: props.totals, values: grid.totals(rows) }}
        />
      ) : isRead ? (
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
        <ErrorScreen error={error} />
      ) : (
        <SkeletonRows />
      )}
      {isMobile && bar}
      <p className="said-only" role="status">
        {countFound}
      </p>
      {isHelpOpen && <GridShortcuts of="records" onClose={() => setHelpOpen(false)} />}
      {props.isAddFloating && (
        <button
          type="button"
          className={styles.floating}
          aria-label={props.none.action}
          title={props.none.action}
          onClick={() => props.onAdd()}
        >
          <Drawing name="add" size={24} />
        </button>
      )}
      {props.children?.(() => mark(noRows))}
    </ToolScreen>
  )
}
