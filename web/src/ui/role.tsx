import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ReactElement } from 'react'
import styles from './role.module.css'
import './theme/role-colours.css'

const roles = {
  [privilegeLevel.inactive]: { label: msg({ message: 'None', context: 'role' }), token: 'none' },
  [privilegeLevel.guest]: { label: msg({ message: 'Guest', context: 'role' }), token: 'guest' },
  [privilegeLevel.member]: { label: msg({ message: 'User', context: 'role' }), token: 'user' },
  [privilegeLevel.workflowsAdmin]: { label: msg({ message: 'Workflows', context: 'role' }), token: 'workflows' },
  [privilegeLevel.admin]: { label: msg({ message: 'Admin', context: 'role' }), token: 'admin' },
  [privilegeLevel.customerAdmin]: {
    label: msg({ message: 'Customer admin', context: 'role' }),
    token: 'customer-admin',
  },
  [privilegeLevel.owner]: { label: msg({ message: 'Owner', context: 'role' }), token: 'owner' },
} as const

/** Short name of a role. */
export const roleLabel = (level: PrivilegeLevel): MessageDescriptor => roles[level].label

/** Elements by role and label: React skips an element that is identical, which keeps large grids fast. */
const cachedRoles = new Map<string, ReactElement>()

/**
 * A role badge with its translated label: for grids, which render hundreds at a time. With `whole`, `label` is its
 * abbreviation, which is hidden from screen readers.
 */
export function renderRole(level: PrivilegeLevel, label: string, whole?: string): ReactElement {
  const { token } = roles[level]
  const key = `${token} ${label} ${whole ?? ''}`
  const known = cachedRoles.get(key)
  if (known) return known
  const role = (
    <span className={styles.role} data-role={token} data-narrow={whole === undefined ? undefined : true} title={whole}>
      {whole === undefined ? (
        label
      ) : (
        <>
          <span aria-hidden>{label}</span>
          <span className="said-only">{whole}</span>
        </>
      )}
    </span>
  )
  cachedRoles.set(key, role)
  return role
}

/** A role badge: colour and name, since colour alone must not carry the meaning. */
export function Role({ level }: { level: PrivilegeLevel }) {
  const { i18n } = useLingui()
  return renderRole(level, i18n._(roleLabel(level)))
}
