import { Trans, useLingui } from '@lingui/react/macro'
import type { Organization } from '@lintel/contract/people/organizations'
import { Menu } from '../../ui/menu'
import type { Doing } from './organization-dialogs'

interface OrganizationsMenuProps {
  /** Those that are selected. */
  chosen: readonly Organization[]
  onDo(doing: Doing): void
}

/** The more menu. What needs a selection stays in sight, and is at rest without one. */
export function OrganizationsMenu({ chosen, onDo }: OrganizationsMenuProps) {
  const { t } = useLingui()
  const [first, second] = chosen
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
        {
          key: 'import',
          words: <Trans>Import CSV</Trans>,
          drawing: 'upload',
          onChoose: () => onDo({ what: 'import' }),
        },
        {
          key: 'merge',
          words: <Trans>Merge</Trans>,
          drawing: 'merge',
          disabled: !second,
          onChoose: () => onDo({ what: 'merge', organizations: chosen }),
        },
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
