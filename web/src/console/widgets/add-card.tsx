import { Trans, useLingui } from '@lingui/react/macro'
import type { ProjectStat } from '@lintel/contract/projects/project-stats'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { Loaded } from '../../api/form/loaded'
import { Button } from '../../ui/button'
import { ConsoleIcon } from '../../ui/console-icon'
import { DialogActions } from '../../ui/dialog-actions'
import { SelectField } from '../../ui/select-field'
import { projectsWithoutCard } from './board-calls'
import styles from './project-card.module.css'

interface AddCardProps {
  customer: string
  isBusy: boolean
  onAdd(project: NamedProject, done: () => void): void
}

/** A project without a card. */
export type NamedProject = Pick<ProjectStat, 'id' | 'name'>

/** The slot for a new card: a button, then a project field with Apply and Cancel. */
export function AddCard(props: AddCardProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)

  // The field that had the focus is removed: return the focus to the button, unless it has moved elsewhere.
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  if (isOpen) return <ChooseProject {...props} onClose={() => setOpen(false)} />
  return (
    <button ref={button} type="button" data-add-card className={styles.add} onClick={() => setOpen(true)}>
      <ConsoleIcon name="add" size={32} />
      <Trans>Click to add a project card</Trans>
    </button>
  )
}

const optionsOf = (projects: readonly NamedProject[]) => projects.map(({ id, name }) => ({ value: id, label: name }))

/** Chooses the project of a new card. Takes the focus, and passes it to the field as soon as it is rendered. */
export function ChooseProject({ customer, isBusy, onAdd, onClose }: AddCardProps & { onClose(): void }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState('')
  const { data, error } = useQuery(projectsWithoutCard(customer))
  const isLoaded = data !== undefined
  // A project that got a card from somebody else in the meantime is no longer in the list.
  const project = data?.records.find(({ id }) => id === chosen)
  const slot = useRef<HTMLElement>(null)

  // The button that had the focus is removed.
  useLayoutEffect(() => slot.current?.focus(), [])

  // Does not take the focus from where the user has moved it in the meantime.
  useLayoutEffect(() => {
    const { activeElement, body } = document
    const isWaiting = activeElement === slot.current || activeElement === body
    if (isLoaded && isWaiting) slot.current?.querySelector('input')?.focus()
  }, [isLoaded])

  return (
    <section
      ref={slot}
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
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" disabled={!project} busy={isBusy} onClick={() => project && onAdd(project, onClose)}>
          <Trans>Apply</Trans>
        </Button>
      </DialogActions>
    </section>
  )
}
