import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { type Organization, organizations, organizationTitle } from '@lintel/contract/people/organizations'
import { Loaded } from '../../api/form/loaded'
import { RecordDialog, type Removal } from '../../api/form/record-dialog'
import { Confirm } from '../../ui/confirm'
import { organizationRules, organizationTexts, useOrganizationLabels } from './organization-fields'
import { useMembersOf } from './organization-members'
import { organizationWrites } from './organization-writes'

interface EditOrganizationProps {
  customer: string
  /** The organization as it was when it was opened; undefined for a new one. */
  opened: Organization | undefined
  /** All of the customer's organizations as they are by now, among which the name has to be the only one. */
  all: readonly Organization[]
  /** Something was done that can be undone; gives how. */
  onDone(set: ChangeSet): (() => void) | undefined
  onClose(): void
}

/** A new organization, or one that is changed or deleted. */
export function EditOrganization(props: EditOrganizationProps) {
  const { t } = useLingui()
  return (
    <RecordDialog
      {...props}
      resource={organizations}
      writes={organizationWrites(props.customer, props.onDone)}
      fields={organizationTexts}
      schema={organizationRules(props.all, props.opened?.id)}
      labels={useOrganizationLabels()}
      titleOf={organizationTitle}
      newTitle={t`New organization`}
      gone={(by) =>
        by === undefined ? (
          <Trans>Somebody else has deleted this organization</Trans>
        ) : (
          <Trans>{by} has deleted this organization</Trans>
        )
      }
      removal={(removal) => <RemoveOrganization {...removal} />}
    />
  )
}

/** Asks before an organization is deleted, and says what becomes of its people. */
function RemoveOrganization({ record, isBusy, ...question }: Removal<typeof organizations>) {
  const { t } = useLingui()
  const { data: members, error } = useMembersOf(record)
  return (
    <Confirm
      {...question}
      busy={isBusy}
      title={t`Delete ${organizationTitle(record)}?`}
      action={<Trans>Delete organization</Trans>}
      isDisabled={members === undefined}
    >
      <Loaded data={members} error={error} what={t`Users`} rows={1}>
        {(listed) => (
          <Plural
            value={listed.length}
            _0="Nobody works for it."
            one="The user who works for it stays and then has no organization."
            other="The # users who work for it stay and then have no organization."
          />
        )}
      </Loaded>
    </Confirm>
  )
}
