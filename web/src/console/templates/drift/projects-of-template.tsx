import { useLingui as useI18n } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type MadeProject, madeProjects } from '@lintel/contract/projects/made-projects'
import { type ApplyDrift, maxDriftProjects } from '@lintel/contract/projects/template-changes'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { all } from '../../../api/resource'
import { useLiveRefetch } from '../../../api/use-live-records'
import type { ChangeSetRequest } from '../../../shell/change-sets/change-set-calls'
import { ListDialog } from '../../../shell/records/list-dialog'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { Choice } from '../../../ui/choice'
import { isBehind } from './drift-texts'
import styles from './projects-of-template.module.css'
import { TemplateProjectRow } from './template-project-row'

interface ProjectsOfTemplateProps {
  template: { id: string; name: string }
  customer: string
  /** Opens the preview of applying the template to projects. */
  onPlan(request: ChangeSetRequest): void
  onClose(): void
}

/** The projects that were created from a template with their drift; selected ones can be brought up to date. */
export function ProjectsOfTemplate({ template, customer, onPlan, onClose }: ProjectsOfTemplateProps) {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const made = all(madeProjects, { filter: { template: template.id, customer }, sort: ['projectName'] })
  useLiveRefetch(madeProjects, customer, made.queryKey)
  const { data, error } = useQuery(made)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [used, setUsed] = useState<ApplyDrift['used']>('skip')
  const [lost, setLost] = useState<ApplyDrift['lost']>('keep')
  const behind = (data?.records ?? []).filter(isBehind).slice(0, maxDriftProjects)
  const selected = (data?.records ?? []).filter(({ id }) => chosen.has(id))
  const isTooMany = selected.length > maxDriftProjects
  const limit = useId()
  const isAll = behind.length > 0 && behind.every(({ id }) => chosen.has(id))

  function choose({ id }: MadeProject, isChosen: boolean) {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }

  const preview = () =>
    onPlan({
      kind: 'template-drift',
      customer,
      input: { template: template.id, projects: selected.map(({ id }) => id), used, lost },
    })

  return (
    <ListDialog
      title={t`Projects created from ${template.name}`}
      items={data?.records}
      error={error}
      empty={<Trans>No project has been created from this template yet</Trans>}
      above={
        (data?.records.length ?? 0) > 0 && (
          <div className={styles.choices}>
            <Choice<ApplyDrift['used']>
              label={<Trans>What people work with already, and was changed in a library</Trans>}
              value={used}
              options={[
                { value: 'skip', label: <Trans>Leave as it is</Trans> },
                { value: 'beside', label: <Trans>Add the new one beside it</Trans> },
              ]}
              onChoose={setUsed}
            />
            <Choice<ApplyDrift['lost']>
              label={<Trans>What the template no longer has</Trans>}
              value={lost}
              options={[
                { value: 'keep', label: <Trans>Leave it</Trans> },
                { value: 'remove', label: <Trans>Remove it where nobody changed or needs it</Trans> },
              ]}
              onChoose={setLost}
            />
            <p className={styles.note}>
              <Trans>In the preview you can choose for each of them.</Trans>
            </p>
            {behind.length > 0 && (
              <Checkbox
                label={<Trans>All that are behind their template ({i18n.number(behind.length)})</Trans>}
                checked={isAll}
                onChange={() => setChosen(new Set(isAll ? [] : behind.map(({ id }) => id)))}
              />
            )}
          </div>
        )
      }
      actions={
        <>
          <span className={styles.count} role="status">
            {selected.length > 0 && (
              <Plural value={selected.length} one="# project selected" other="# projects selected" />
            )}
            {isTooMany && (
              <span id={limit} className={styles.limit}>
                <Plural value={maxDriftProjects} one="At most # project at once" other="At most # projects at once" />
              </span>
            )}
          </span>
          {selected.length > 0 && (
            <Button
              kind="primary"
              disabled={isTooMany}
              aria-describedby={isTooMany ? limit : undefined}
              onClick={preview}
            >
              <Trans>Preview what they lack</Trans>
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      {(listed) => (
        <ul className={styles.list}>
          {listed.map((project) => (
            <TemplateProjectRow
              key={project.id}
              made={project}
              isChosen={chosen.has(project.id)}
              onChoose={(isChosen) => choose(project, isChosen)}
            />
          ))}
        </ul>
      )}
    </ListDialog>
  )
}
