import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Organization, organizationTitle } from '@lintel/contract/people/organizations'
import { Confirm } from '../../ui/confirm'
import { useMembersOf } from './members-of-organization'

interface RemoveOrganizationProps {
  organization: Organization
  isBusy: boolean
  onConfirm(): void
  onCancel(): void
}

/** Asks before an organization is deleted, and says what becomes of its people. */
export function RemoveOrganization({ organization, isBusy, onConfirm, onCancel }: RemoveOrganizationProps) {
  const { t, i18n } = useLingui()
  const { data: members } = useMembersOf(organization.customer, organization.id, i18n.locale)
  const title = organizationTitle(organization)
  return (
    <Confirm
      title={t`Delete ${title}?`}
      action={<Trans>Delete organization</Trans>}
      busy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {members && (
        <Plural
          value={members.length}
          _0="Nobody works for it."
          one="The user who works for it stays and then has no organization."
          other="The # users who work for it stay and then have no organization."
        />
      )}
    </Confirm>
  )
}
