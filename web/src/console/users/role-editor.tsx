import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Editing } from '../../ui/grid/grid-props'
import { Role, roleWord } from '../../ui/role'
import { pickedLevels } from './picked-levels'
import styles from './role-editor.module.css'

interface RoleEditorProps {
  editing: Editing
  /** Names what is edited: the person and the project. */
  label: string
  level: PrivilegeLevel
  onChoose(level: PrivilegeLevel): void
  /** Last day and login methods; why it is so. */
  onOptions(): void
  onWhy(): void
}

/** The role that a letter begins; none for an empty text, which Delete gives. */
export const levelByLetter = (
  letter: string | undefined,
  word: (level: PrivilegeLevel) => string,
): PrivilegeLevel | undefined =>
  letter === ''
    ? privilegeLevel.inactive
    : pickedLevels.find((each) => letter && word(each).toLocaleLowerCase().startsWith(letter.toLocaleLowerCase()))

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
  onChoose,
  onOptions,
  onWhy,
}: RoleEditorProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const list = useRef<HTMLDivElement>(null)

  const byLetter = (letter: string | undefined) => levelByLetter(letter, (each) => i18n._(roleWord(each)))
  const first =
    byLetter(typed) ?? (pickedLevels as readonly PrivilegeLevel[]).find((each) => each === level) ?? pickedLevels[0]

  const option = (each: PrivilegeLevel) => list.current?.querySelector<HTMLElement>(`[data-level="${each}"]`)

  // An editor takes the focus when it opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => option(first)?.focus(), [])

  const further = [
    { key: 'options', words: t`Options …`, run: onOptions },
    { key: 'why', words: t`Why?`, run: onWhy },
  ]

  function onKeyDown(event: KeyboardEvent) {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const now = items.findIndex((item) => item.matches(':focus'))
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      items.at((now + step) % items.length)?.focus()
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      event.stopPropagation()
      onDone()
    } else if (event.key.length === 1 && event.key !== ' ') {
      const named = byLetter(event.key)
      if (named !== undefined) option(named)?.focus()
    }
  }

  return (
    <>
      <div className={styles.veil} onPointerDown={onDone} />
      <div
        ref={list}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.list}
        style={{
          left: Math.max(8, Math.min(beside.left, innerWidth - 176)),
          top: Math.max(8, Math.min(beside.bottom, innerHeight - 272)),
          minWidth: Math.max(160, beside.width),
        }}
        onKeyDown={onKeyDown}
      >
        {pickedLevels.map((each) => (
          <button
            key={each}
            type="button"
            role="menuitemradio"
            aria-checked={each === level}
            data-level={each}
            className={styles.option}
            onClick={() => {
              onChoose(each)
              onDone()
            }}
          >
            <Role level={each} />
            {each === level && <span className="said-only">{t`current role`}</span>}
          </button>
        ))}
        <hr className={styles.line} />
        {further.map(({ key, words, run }) => (
          <button
            key={key}
            type="button"
            role="menuitem"
            className={styles.option}
            onClick={() => {
              onDone()
              run()
            }}
          >
            {words}
          </button>
        ))}
      </div>
    </>
  )
}
