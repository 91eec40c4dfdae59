import { useLingui as useI18n } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { MadeProject } from '@lintel/contract/projects/made-projects'
import { RowCheckbox } from '../../../ui/checkbox'
import { driftTexts, isBehind } from './drift-texts'
import styles from './projects-of-template.module.css'

interface TemplateProjectRowProps {
  made: MadeProject
  isChosen: boolean
  onChoose(isChosen: boolean): void
}

/** A project that was created from a template: when, by whom, with which version, and its drift. */
export function TemplateProjectRow({ made, isChosen, onChoose }: TemplateProjectRowProps) {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const { projectName, madeBy, templateVersion, currentVersion } = made
  const drift = driftTexts(i18n, made)
  const day = i18n.date(new Date(made.madeAt), { dateStyle: 'medium' })
  const [version, current] = [i18n.number(templateVersion), i18n.number(currentVersion ?? templateVersion)]
  return (
    <li className={styles.item}>
      <RowCheckbox
        label={t`Select ${projectName}`}
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <span className={styles.what}>
        <span className={styles.name}>{projectName}</span>
        <span className={styles.detail}>
          {madeBy === null ? (
            <Trans>Created on {day}</Trans>
          ) : (
            <Trans>
              Created on {day} by {madeBy}
            </Trans>
          )}
          {' · '}
          {currentVersion !== null && version !== current ? (
            <Trans>
              version {version} of {current}
            </Trans>
          ) : (
            <Trans>version {version}</Trans>
          )}
        </span>
      </span>
      <span className={styles.drift} data-behind={isBehind(made) || undefined}>
        {drift.length > 0 ? (
          drift.join(' · ')
        ) : isBehind(made) ? (
          <Trans>Another version</Trans>
        ) : (
          <Trans>As the template</Trans>
        )}
      </span>
    </li>
  )
}
