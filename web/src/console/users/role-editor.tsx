import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { useEffect, useRef } from 'react'
import { FloatingPanel } from '../../ui/grid/floating-panel'
import type { Editing } from '../../ui/grid/grid-props'
import { MenuItems } from '../../ui/menu-items'
import { Role, roleWord } from '../../ui/role'
import { levelsFor, pickedLevels } from './picked-levels'
import styles from './role-editor.module.css'

interface RoleEditorProps {
  editing: Editing
  /** Names what is edited: the person and the project. */
  label: string
  level: PrivilegeLevel
  /** That a directory gives the role, and what becomes of another one. */
  managed: string | undefined
  /** Their account is a guest's. */
  isGuest: boolean
  onChoose(level: PrivilegeLevel): void
  /** Last day and login methods; why it is so. */
  onOptions(): void
  onWhy(): void
}

/** The role of those that are offered that a letter begins; none for an empty text, which Delete gives. */
export const levelByLetter = (
  letter: string | undefined,
  word: (level: PrivilegeLevel) => string,
  offered: readonly PrivilegeLevel[] = pickedLevels,
): PrivilegeLevel | undefined =>
  letter === ''
    ? privilegeLevel.inactive
    : offered.find((each) => letter && word(each).toLocaleLowerCase().startsWith(letter.toLocaleLowerCase()))

const letteredLevels = Object.values(privilegeLevel)

/** A letter for each role; two where one begins several of them. */
export const letterOf =
  (word: (level: PrivilegeLevel) => string) =>
  (level: PrivilegeLevel): string => {
    const [first = '', second = ''] = word(level)
    const isShared = letteredLevels.some(
      (each) => each !== level && each !== privilegeLevel.inactive && word(each).startsWith(first),
    )
    return isShared ? first + second : first
  }

/** The roles, in the cell. Arrows and letters move, Enter takes, Escape leaves it as it was. */
export function RoleEditor({
  editing: { beside, typed, onDone },
  label,
  level,
  managed,
  isGuest,
  onChoose,
  onOptions,
  onWhy,
}: RoleEditorProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const menu = useRef<HTMLDivElement>(null)
  const offered = levelsFor({ isGuest, level })

  const byLetter = (letter: string | undefined) => levelByLetter(letter, (each) => i18n._(roleWord(each)), offered)
  const focus = (each: PrivilegeLevel | undefined) =>
    menu.current?.querySelector<HTMLElement>(`[data-key="${each}"]`)?.focus({ preventScroll: true })

  // An editor takes the focus when it opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => focus(byLetter(typed) ?? offered.find((each) => each === level) ?? offered[0]), [])

  return (
    <FloatingPanel
      ref={menu}
      beside={beside}
      onClose={onDone}
      onKeyDown={({ key }) => {
        if (key.length === 1 && key !== ' ') focus(byLetter(key))
      }}
    >
      {managed !== undefined && <p className={styles.managed}>{managed}</p>}
      <MenuItems
        label={label}
        items={[
          ...offered.map((each) => ({
            key: String(each),
            words: (
              <>
                <Role level={each} />
                {each === level && <span className="said-only">{t`current role`}</span>}
              </>
            ),
            checked: each === level,
            onChoose: () => onChoose(each),
          })),
          { key: 'options', words: t`Options …`, hasLine: true, onChoose: onOptions },
          { key: 'why', words: t`Why?`, onChoose: onWhy },
        ]}
        onTaken={onDone}
      />
    </FloatingPanel>
  )
}
