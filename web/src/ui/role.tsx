import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import styles from './role.module.css'

const roles = {
  [privilegeLevel.inactive]: { word: msg({ message: 'None', context: 'role' }), token: 'none' },
  [privilegeLevel.guest]: { word: msg({ message: 'Guest', context: 'role' }), token: 'guest' },
  [privilegeLevel.member]: { word: msg({ message: 'User', context: 'role' }), token: 'user' },
  [privilegeLevel.workflowsAdmin]: { word: msg({ message: 'Workflows', context: 'role' }), token: 'workflows' },
  [privilegeLevel.admin]: { word: msg({ message: 'Admin', context: 'role' }), token: 'admin' },
  [privilegeLevel.customerAdmin]: {
    word: msg({ message: 'Customer admin', context: 'role' }),
    token: 'customer-admin',
  },
  [privilegeLevel.owner]: { word: msg({ message: 'Owner', context: 'role' }), token: 'owner' },
} as const

/** A role by its stable colour and its short word: colour never carries the meaning alone. */
export function Role({ level }: { level: PrivilegeLevel }) {
  const { i18n } = useLingui()
  const { word, token } = roles[level]
  return (
    <span className={styles.role} data-role={token}>
      {i18n._(word)}
    </span>
  )
}
