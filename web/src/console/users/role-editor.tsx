import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { useEffect, useId, useRef } from 'react'
import { levelsFor } from '../../shell/projects/offered-levels'
import { FloatingPanel } from '../../ui/grid/floating-panel'
import type { Editing } from '../../ui/grid/grid-props'
import { MenuItems } from '../../ui/menu-items'
import { Role, roleLabel } from '../../ui/role'
import styles from './role-editor.module.css'
import { selectableLevels } from './selectable-levels'

interface RoleEditorProps {
  editing: Editing
  /** Accessible name: the person and the project. */
  label: string
  level: PrivilegeLevel
  /** Hint that a directory manages the role, and what happens to another one. */
  managed: string | undefined
  /** Whether the account is a guest account. */
  isGuest: boolean
  onChoose(level: PrivilegeLevel): void
  /** Opens last day and login methods, and the explanation of the role. */
  onOptions(): void
  onWhy(): void
}

/** The first offered role that starts with a letter; inactive for an empty text, which the Delete key passes. */
export const levelByLetter = (
  letter: string | undefined,
  roleName: (level: PrivilegeLevel) => string,
  offered: readonly PrivilegeLevel[] = selectableLevels,
): PrivilegeLevel | undefined =>
  letter === ''
    ? privilegeLevel.inactive
    : offered.find((each) => letter && roleName(each).toLocaleLowerCase().startsWith(letter.toLocaleLowerCase()))

const letteredLevels = Object.values(privilegeLevel)

/** A letter for each role; two letters where several roles share the first one. */
export const letterOf =
  (roleName: (level: PrivilegeLevel) => string) =>
  (level: PrivilegeLevel): string => {
    const [first = '', second = ''] = roleName(level)
    const isShared = letteredLevels.some(
      (each) => each !== level && each !== privilegeLevel.inactive && roleName(each).startsWith(first),
    )
    return isShared ? first + second : first
  }

/** The role menu in the cell. Arrow keys and letters move, Enter selects, Escape cancels. */
export function RoleEditor({
  editing: { anchorRect, typed, onDone },
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
  const hint = useId()
  const offered = levelsFor({ isGuest, level }, selectableLevels)

  const byLetter = (letter: string | undefined) => levelByLetter(letter, (each) => i18n._(roleLabel(each)), offered)
  const focus = (each: PrivilegeLevel | undefined) =>
    menu.current?.querySelector<HTMLElement>(`[data-key="${each}"]`)?.focus({ preventScroll: true })

  // An editor takes the focus when it opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => focus(byLetter(typed) ?? offered.find((each) => each === level) ?? offered[0]), [])

  return (
    <FloatingPanel
      ref={menu}
      anchorRect={anchorRect}
      onClose={onDone}
      onKeyDown={({ key }) => {
        if (key.length === 1 && key !== ' ') focus(byLetter(key))
      }}
    >
      {managed !== undefined && (
        <p id={hint} className={styles.managed}>
          {managed}
        </p>
      )}
      <MenuItems
        label={label}
        items={[
          ...offered.map((each) => ({
            key: String(each),
            label: (
              <>
                <Role level={each} />
                {each === level && <span className="said-only">{t`current role`}</span>}
              </>
            ),
            checked: each === level,
            describedBy: managed === undefined ? undefined : hint,
            onChoose: () => onChoose(each),
          })),
          { key: 'options', label: t`Options …`, hasSeparator: true, onChoose: onOptions },
          { key: 'why', label: t`Why?`, onChoose: onWhy },
        ]}
        onChosen={onDone}
      />
    </FloatingPanel>
  )
}
