import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Organization, organizationFields, organizations } from '@lintel/contract/people/organizations'
import { saveCsv } from '../../api/save-csv'
import { useLiveRecords } from '../../api/use-live-records'
import { recentChanges } from '../../shell/change-sets/change-set-dialogs'
import { useChangeSetScreen } from '../../shell/change-sets/use-change-set-screen'
import { RecordScreen, type RecordsProps } from '../../shell/records/record-screen'
import { Button } from '../../ui/button'
import { ConsoleIcon } from '../../ui/console-icon'
import { Menu } from '../../ui/menu'
import { type OrganizationDialog, OrganizationDialogs } from './organization-dialogs'
import { organizationColumns, useOrganizationLabels } from './organization-fields'

/** The organizations that a customer's people work for (admin-console chapter 2). */
export function Organizations({ customer, selector, search, onSearch }: RecordsProps) {
  const { t, i18n } = useLingui()
  const { data, error, refetch } = useLiveRecords(organizations, customer)
  const reload = () => void refetch()
  const { open, onOpen, steps, undo } = useChangeSetScreen<OrganizationDialog>(customer, reload)
  const all = data?.records
  const edit = (organization?: Organization) => onOpen({ at: 'edit', organization })
  const merge = (chosen: readonly Organization[]) => onOpen({ at: 'merge', organizations: chosen })

  const actions = (chosen: readonly Organization[]) =>
    chosen.length > 1 ? (
      <Button size="small" onClick={() => merge(chosen)}>
        <ConsoleIcon name="merge" size={16} />
        <Trans>Merge selected ({i18n.number(chosen.length)})</Trans>
      </Button>
    ) : undefined

  /** Actions that need a selection stay visible and are disabled without one. */
  function menu(chosen: readonly Organization[]) {
    const one = chosen.length === 1 ? chosen[0] : undefined
    const items = [
      { key: 'new', label: <Trans>New organization</Trans>, icon: 'add', onChoose: () => edit() },
      { key: 'import', label: <Trans>Import CSV</Trans>, icon: 'upload', onChoose: () => onOpen({ at: 'import' }) },
      {
        key: 'export',
        label: <Trans>Export CSV</Trans>,
        icon: 'sheet',
        disabled: !all?.length,
        onChoose: () => saveCsv('Organizations.csv', organizationFields, all ?? []),
      },
      {
        key: 'merge',
        label: <Trans>Merge</Trans>,
        icon: 'merge',
        disabled: chosen.length < 2,
        onChoose: () => merge(chosen),
      },
      {
        key: 'members',
        label: <Trans>Members</Trans>,
        icon: 'users',
        disabled: !one,
        onChoose: () => one && onOpen({ at: 'members', organization: one }),
      },
      recentChanges(onOpen),
    ] as const
    return <Menu label={t`More`} icon="dots" items={items} />
  }

  return (
    <RecordScreen<Organization>
      title={t`Organizations`}
      {...{ selector, search, onSearch, error, actions, menu }}
      searchLabel={t`Search organizations`}
      setting="organizations"
      records={all}
      columns={organizationColumns(useOrganizationLabels())}
      count={(total) => <Plural value={total} one="# organization" other="# organizations" />}
      countFound={(total) => <Plural value={total} one="# organization found" other="# organizations found" />}
      none={{ title: t`This customer has no organizations yet`, action: t`New organization` }}
      noneFound={{ title: t`No organization matches the search`, action: t`Show all organizations` }}
      onAdd={edit}
      onOpen={edit}
      onUndo={steps.undo}
      onRedo={steps.redo}
      hasRecentChanges
    >
      {(clear) =>
        open && (
          <OrganizationDialogs
            {...{ open, customer, onOpen }}
            all={all ?? []}
            onApplied={(set, message, request) => {
              steps.announce(set, message, { request })
              clear()
              reload()
            }}
            onDone={steps.recordDone}
            onUndo={undo}
          />
        )
      }
    </RecordScreen>
  )
}
