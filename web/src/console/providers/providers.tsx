import { Plural, useLingui } from '@lingui/react/macro'
import { isBuiltIn } from '@lintel/contract/customers/login-methods'
import { type SsoProvider, ssoProviders } from '@lintel/contract/customers/providers'
import { useLivePlatformRecords } from '../../api/use-live-records'
import { RecordScreen } from '../../shell/records/record-screen'
import { useProviderColumns } from './provider-fields'

interface ProvidersProps {
  search: string
  onSearch(text: string): void
  /** Opens the form of a provider; undefined for a new one. */
  onOpen(id: string | undefined): void
}

/** The single sign-on providers, for staff (admin-console chapter 2). Built-in login methods are not listed. */
export function Providers({ search, onSearch, onOpen }: ProvidersProps) {
  const { t } = useLingui()
  const { data, error } = useLivePlatformRecords(ssoProviders)
  return (
    <RecordScreen<SsoProvider>
      title={t`Providers`}
      selector={null}
      {...{ search, onSearch, error }}
      searchLabel={t`Search providers`}
      setting="providers"
      records={data?.records.filter(({ id }) => !isBuiltIn(id))}
      columns={useProviderColumns()}
      count={(total) => <Plural value={total} one="# provider" other="# providers" />}
      countFound={(total) => <Plural value={total} one="# provider found" other="# providers found" />}
      none={{ title: t`There are no providers yet`, action: t`New provider` }}
      noneFound={{ title: t`No provider matches the search`, action: t`Show all providers` }}
      onAdd={() => onOpen(undefined)}
      onOpen={({ id }) => onOpen(id)}
      isAddFloating
    />
  )
}
