import { Trans, useLingui } from '@lingui/react/macro'
import type { Organization } from '@lintel/contract/people/organizations'
import { Menu, type MenuItem } from '../../ui/menu'
import { type Doing, offers } from './organization-dialogs'

interface OrganizationsMenuProps {
  /** Those that are selected. */
  chosen: readonly Organization[]
  onDo(doing: Doing): void
}

/** The more menu. What needs a selection stays in sight, and is at rest without one. */
export function OrganizationsMenu({ chosen, onDo }: OrganizationsMenuProps) {
  const { t } = useLingui()
  const [first, second] = chosen
  const importing: MenuItem = {
    key: 'import',
    words: <Trans>Import CSV</Trans>,
    drawing: 'upload',
    onChoose: () => onDo({ what: 'import' }),
  }
  const merging: MenuItem = {
    key: 'merge',
    words: <Trans>Merge</Trans>,
    drawing: 'merge',
    disabled: !second,
    onChoose: () => onDo({ what: 'merge', organizations: chosen }),
  }
  return (
    <Menu
      label={t`More`}
      drawing="dots"
      items={[
        {
          key: 'new',
          words: <Trans>New organization</Trans>,
          drawing: 'add',
          onChoose: () => onDo({ what: 'edit', organization: undefined }),
        },
        ...(offers.import ? [importing] : []),
        ...(offers.merge ? [merging] : []),
        {
          key: 'members',
          words: <Trans>Members</Trans>,
          drawing: 'users',
          disabled: !first || second !== undefined,
          onChoose: () => first && onDo({ what: 'members', organization: first }),
        },
      ]}
    />
  )
}
