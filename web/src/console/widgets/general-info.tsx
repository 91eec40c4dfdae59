import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import styles from './general-info.module.css'

/** The information about a project: large numbers with labels. */
export function GeneralInfo({ figures }: { figures: NonNullable<WidgetFigures['info']> }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const shown = [
    [t`Users`, figures.numUsers],
    [t`Topics`, figures.numActualTopics],
    [t`Open topics`, figures.numOpenTopics],
    [t`Checklists`, figures.numChecklists],
    [t`Documents`, figures.numDocuments],
    [t`Buildings`, figures.numBuildings],
  ] as const
  return (
    <dl className={styles.figures}>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{i18n.number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
