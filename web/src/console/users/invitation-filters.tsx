import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { type InvitationState, invitationState } from '@lintel/contract/people/invitations'
import styles from '../../shell/records/list-dialog.module.css'
import { PlainSelect } from '../../ui/plain-select'
import { SearchField } from '../../ui/search-field'
import { invitationStateLabels } from './invitation-state-labels'

interface InvitationFiltersProps {
  search: string
  /** Undefined for all states. */
  state: InvitationState | undefined
  onSearch(text: string): void
  onState(state: InvitationState | undefined): void
}

/** The search and the state that the list of invitations is limited to. */
export function InvitationFilters({ search, state, onSearch, onState }: InvitationFiltersProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  return (
    <div className={styles.bar}>
      <SearchField label={t`Search invitations`} value={search} pauseMs={0} onSearch={onSearch} />
      <PlainSelect
        label={t`State`}
        value={state ?? ''}
        options={[
          { value: '', label: t`All invitations` },
          ...invitationState.options.map((each) => ({
            value: each,
            label: i18n._(invitationStateLabels[each]),
          })),
        ]}
        onChange={(value) => onState(value === '' ? undefined : (value as InvitationState))}
      />
    </div>
  )
}
