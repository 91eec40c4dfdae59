import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import styles from './role.module.css'

const roles = {
  [privilegeLevel.inactive]: { word: msg`None`, token: 'none' },
  [privilegeLevel.guest]: { word: msg`Guest`, token: 'guest' },
  [privilegeLevel.member]: { word: msg`User`, token: 'user' },
  [privilegeLevel.workflowsAdmin]: { word: msg`Workflows`, token: 'workflows' },
  [privilegeLevel.admin]: { word: msg`Admin`, token: 'admin' },
  [privilegeLevel.customerAdmin]: { word: msg`Customer admin`, token: 'customer-admin' },
  [privilegeLevel.owner]: { word: msg`Owner`, token: 'owner' },
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
