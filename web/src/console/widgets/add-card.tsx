import { Trans, useLingui } from '@lingui/react/macro'
import type { ProjectStat } from '@lintel/contract/projects/project-stats'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { Loaded } from '../../api/form/loaded'
import { Button } from '../../ui/button'
import { Drawing } from '../../ui/drawing'
import { SelectField } from '../../ui/select-field'
import { projectsWithoutCard } from './board-calls'
import styles from './project-card.module.css'

interface AddCardProps {
  customer: string
  isBusy: boolean
  onAdd(project: NamedProject, done: () => void): void
}

/** A project that has no card. */
export type NamedProject = Pick<ProjectStat, 'id' | 'name'>

/** The place of a new card: a press, a project, Apply or Cancel. */
export function AddCard(props: AddCardProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)

  // What had the focus is gone with the choice: the keyboard goes on where it was opened, unless it has gone on elsewhere.
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  if (isOpen) return <ChooseProject {...props} onClose={() => setOpen(false)} />
  return (
    <button ref={button} type="button" data-add-card className={styles.add} onClick={() => setOpen(true)}>
      <Drawing name="add" size={32} />
      <Trans>Click to add a project card</Trans>
    </button>
  )
}

const optionsOf = (projects: readonly NamedProject[]) => projects.map(({ id, name }) => ({ value: id, label: name }))

/** The project of a new card is chosen. Takes the focus, which goes on to the field as soon as there is one. */
export function ChooseProject({ customer, isBusy, onAdd, onClose }: AddCardProps & { onClose(): void }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState('')
  const { data, error } = useQuery(projectsWithoutCard(customer))
  const isRead = data !== undefined
  // One whose card somebody else adds meanwhile is in the list no more.
  const project = data?.records.find(({ id }) => id === chosen)
  const place = useRef<HTMLElement>(null)

  // The button that had the focus is gone.
  useLayoutEffect(() => place.current?.focus(), [])

  // Nobody is taken away from where they have gone meanwhile.
  useLayoutEffect(() => {
    const { activeElement, body } = document
    const isWaiting = activeElement === place.current || activeElement === body
    if (isRead && isWaiting) place.current?.querySelector('input')?.focus()
  }, [isRead])

  return (
    <section
      ref={place}
      tabIndex={-1}
      className={styles.choose}
      aria-label={t`Add a project card`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      <Loaded data={data?.records} error={error} what={t`Projects`} rows={1}>
        {(projects) => (
          <SelectField
            label={t`Project`}
            hint={projects.length === 0 && t`Every project has a card already.`}
            options={[
              { group: t`Projects`, items: optionsOf(projects.filter(({ isLibrary }) => !isLibrary)) },
              { group: t`Libraries`, items: optionsOf(projects.filter(({ isLibrary }) => isLibrary)) },
            ]}
            value={project?.id ?? ''}
            onChange={setChosen}
          />
        )}
      </Loaded>
      <div className={styles.answers}>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" disabled={!project} busy={isBusy} onClick={() => project && onAdd(project, onClose)}>
          <Trans>Apply</Trans>
        </Button>
      </div>
    </section>
  )
}
