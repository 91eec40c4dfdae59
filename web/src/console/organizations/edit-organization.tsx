import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { type Organization, organizations, organizationTitle } from '@lintel/contract/people/organizations'
import { Loaded } from '../../api/form/loaded'
import { RecordDialog, type Removal } from '../../api/form/record-dialog'
import { Confirm } from '../../ui/confirm'
import { organizationRules, organizationTextFields, useOrganizationLabels } from './organization-fields'
import { useMembersOf } from './organization-members'
import { organizationMutations } from './organization-mutations'

interface EditOrganizationProps {
  customer: string
  /** The organization as it was when the form opened; undefined for a new one. */
  opened: Organization | undefined
  /** All organizations of the customer, for the check of unique names. */
  all: readonly Organization[]
  /** Called after a change that can be undone; returns the undo function. */
  onDone(set: ChangeSet): (() => void) | undefined
  onClose(): void
}

/** The form of a new or existing organization. */
export function EditOrganization(props: EditOrganizationProps) {
  const { t } = useLingui()
  return (
    <RecordDialog
      {...props}
      resource={organizations}
      writes={organizationMutations(props.customer, props.onDone)}
      fields={organizationTextFields}
      schema={organizationRules(props.all, props.opened?.id)}
      labels={useOrganizationLabels()}
      titleOf={organizationTitle}
      newTitle={t`New organization`}
      deletedNotice={(by) =>
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

/** Confirmation of a deletion, with the effect on the people of the organization. */
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
