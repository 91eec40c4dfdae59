import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../api/form/loaded'
import { Button } from '../../ui/button'
import { Drawing } from '../../ui/drawing'
import { SelectField } from '../../ui/select-field'
import { projectsWithoutCard } from './board-calls'
import styles from './project-card.module.css'

interface AddCardProps {
  customer: string
  isBusy: boolean
  onAdd(project: string, done: () => void): void
}

/** The place of a new card: a press, a project, Apply or Cancel. */
export function AddCard({ customer, isBusy, onAdd }: AddCardProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [project, setProject] = useState('')
  const { data, error } = useQuery({ ...projectsWithoutCard(customer), enabled: isOpen })
  function close() {
    setOpen(false)
    setProject('')
  }
  if (!isOpen)
    return (
      <button type="button" className={styles.add} onClick={() => setOpen(true)}>
        <Drawing name="add" size={32} />
        <Trans>Click to add a project card</Trans>
      </button>
    )
  return (
    <section
      className={styles.choose}
      aria-label={t`Add a project card`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close()
      }}
    >
      <Loaded data={data?.records} error={error} what={t`Projects`} rows={1}>
        {(projects) => (
          <SelectField
            label={t`Project`}
            hint={projects.length === 0 && t`Every project has a card already.`}
            options={[{ group: t`Projects`, items: projects.map(({ id, name }) => ({ value: id, label: name })) }]}
            value={project}
            onChange={setProject}
          />
        )}
      </Loaded>
      <div className={styles.answers}>
        <Button onClick={close}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" disabled={project === ''} busy={isBusy} onClick={() => onAdd(project, close)}>
          <Trans>Apply</Trans>
        </Button>
      </div>
    </section>
  )
}
