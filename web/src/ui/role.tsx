import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ReactElement } from 'react'
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

/** A role's short word. */
export const roleWord = (level: PrivilegeLevel): MessageDescriptor => roles[level].word

/** Drawn once a role and language: an element that is the same one costs a grid nothing when it is drawn again. */
const drawn = new Map<string, ReactElement>()

/**
 * A role's drawing with its word already in the reader's language: for grids, which draw hundreds at a time. With `whole`,
 * `word` is short for it: a letter, which is not read out.
 */
export function drawRole(level: PrivilegeLevel, word: string, whole?: string): ReactElement {
  const { token } = roles[level]
  const key = `${token} ${word} ${whole ?? ''}`
  const known = drawn.get(key)
  if (known) return known
  const role = (
    <span className={styles.role} data-role={token} data-narrow={whole === undefined ? undefined : true} title={whole}>
      {whole === undefined ? (
        word
      ) : (
        <>
          <span aria-hidden>{word}</span>
          <span className="said-only">{whole}</span>
        </>
      )}
    </span>
  )
  drawn.set(key, role)
  return role
}

/** A role by its stable colour and its short word: colour never carries the meaning alone. */
export function Role({ level }: { level: PrivilegeLevel }) {
  const { i18n } = useLingui()
  return drawRole(level, i18n._(roleWord(level)))
}
