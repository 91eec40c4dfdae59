import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { Organization } from '@lintel/contract/people/organizations'
import { type ReactNode, useState } from 'react'
import { useUserSetting } from '../../session/user-setting'
import { useUndo } from '../../shell/change-sets/use-undo'
import { ErrorScreen } from '../../shell/error-screen'
import { ToolScreen } from '../../shell/tool-screen'
import { Button } from '../../ui/button'
import { Drawing } from '../../ui/drawing'
import { EmptyState } from '../../ui/empty-state'
import { naturalArrangement } from '../../ui/grid/arrangement'
import { ColumnChooser } from '../../ui/grid/column-chooser'
import { Grid } from '../../ui/grid/grid'
import { noRows, type SelectedRows, selectedRows, shownRows } from '../../ui/grid/selected-rows'
import { sortRows } from '../../ui/grid/sort-rows'
import { SearchField } from '../../ui/search-field'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { useScreenClass } from '../../ui/use-screen-class'
import { cellsOf, columnsOf, compareBy, findOrganizations } from './organization-cells'
import { type Doing, OrganizationDialogs } from './organization-dialogs'
import { OrganizationsList } from './organizations-list'
import { OrganizationsMenu } from './organizations-menu'
import { useOrganizations } from './use-organizations'

interface OrganizationsProps {
  /** Id of the active customer. */
  customer: string
  /** The customer selector. */
  selector: ReactNode
  search: string
  onSearch(text: string): void
}

const none: readonly Organization[] = []

/** The organizations that a customer's people work for (admin-console chapter 2). */
export function Organizations({ customer, selector, search, onSearch }: OrganizationsProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const screen = useScreenClass()
  const { data, error, refetch } = useOrganizations(customer)
  const [kept, keep] = useUserSetting('organizations')
  const arrangement = kept ?? naturalArrangement
  const [marked, mark] = useState<SelectedRows>(noRows)
  const [doing, setDoing] = useState<Doing>()
  const undo = useUndo({
    onUndone: () => void refetch(),
    onPartial: (partial) => setDoing({ what: 'partial-undo', partial }),
  })

  const records = data?.records ?? none
  const words = { name: t`Name`, number: t`Number`, country: t`Country`, externalId: t`External id` }
  const columns = columnsOf(words)
  const found = findOrganizations(records, search)
  const rows = sortRows(found, arrangement.sort ?? [], compareBy(records, i18n.locale))
  const shown = new Set(Array.from(found, (row) => records[row]?.id))
  const selected = shownRows(marked, (id) => shown.has(id))
  if (selected !== marked) mark(selected)
  const chosen = records.filter(({ id }) => selected.ids.has(id))
  const [first, second] = chosen
  const isMobile = screen === 'mobile'
  const add = () => setDoing({ what: 'edit', organization: undefined })

  const empty =
    search === '' ? (
      <EmptyState title={t`This customer has no organizations yet`}>
        <Button onClick={add}>
          <Trans>New organization</Trans>
        </Button>
      </EmptyState>
    ) : (
      <EmptyState title={t`No organization matches the search`}>
        <Button onClick={() => onSearch('')}>
          <Trans>Show all organizations</Trans>
        </Button>
      </EmptyState>
    )

  return (
    <ToolScreen
      title={<Trans>Organizations</Trans>}
      selector={selector}
      filters={<SearchField label={t`Search organizations`} value={search} onSearch={onSearch} />}
      acts={
        <>
          {first && !second && (
            <Button size="small" onClick={() => setDoing({ what: 'edit', organization: first })}>
              <Drawing name="edit" size={16} />
              <Trans>Edit selected</Trans>
            </Button>
          )}
          {first && second && (
            <Button size="small" onClick={() => setDoing({ what: 'merge', organizations: chosen })}>
              <Drawing name="merge" size={16} />
              <Trans>Merge selected ({i18n.number(chosen.length)})</Trans>
            </Button>
          )}
          {!isMobile && <ColumnChooser columns={columns} arrangement={arrangement} onArrange={keep} />}
          <OrganizationsMenu chosen={chosen} onDo={setDoing} />
          <Button size="small" kind="primary" onClick={add}>
            <Drawing name="add" size={16} />
            <Trans>New organization</Trans>
          </Button>
        </>
      }
    >
      {isMobile && records.length > 0 ? (
        rows.length === 0 ? (
          empty
        ) : (
          <OrganizationsList
            organizations={[...rows].flatMap((row) => records[row] ?? [])}
            search={search}
            selected={selected.ids}
            onSelect={(ids) => mark(selectedRows(ids))}
            onOpen={(organization) => setDoing({ what: 'edit', organization })}
          />
        )
      ) : isMobile ? (
        error ? (
          <ErrorScreen error={error} />
        ) : data ? (
          empty
        ) : (
          <SkeletonRows />
        )
      ) : (
        <Grid
          label={t`Organizations`}
          columns={columns}
          cells={cellsOf(records)}
          rows={rows}
          arrangement={arrangement}
          onArrange={keep}
          state={data ? 'ready' : error ? { error: <ErrorScreen error={error} /> } : 'loading'}
          selected={selected.ids}
          onSelect={(ids) => mark(selectedRows(ids))}
          onOpen={(row) => setDoing({ what: 'edit', organization: records[row] })}
          empty={empty}
          headerHeight={40}
          foot={
            <>
              {search !== '' && (
                <span>
                  <Plural value={rows.length} one="# organization found" other="# organizations found" />
                </span>
              )}
              <span>
                <Plural value={records.length} one="# organization" other="# organizations" />
              </span>
            </>
          }
        />
      )}
      <p className="said-only" role="status">
        {search !== '' && data && (
          <Plural value={rows.length} one="# organization found" other="# organizations found" />
        )}
      </p>
      {doing && (
        <OrganizationDialogs
          doing={doing}
          customer={customer}
          all={records}
          words={words}
          onDo={setDoing}
          onApplied={() => {
            mark(noRows)
            void refetch()
          }}
          onUndo={undo}
        />
      )}
    </ToolScreen>
  )
}
