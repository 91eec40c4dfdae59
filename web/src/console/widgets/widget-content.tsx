import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { LoadError } from '../../api/load-error'
import { widgetTypeLabels } from '../../shell/content/widget-types'
import { TrendChart } from '../../ui/chart/trend-chart'
import { SkeletonRows } from '../../ui/skeleton-rows'
import type { BoardWidget } from './board'
import { GeneralInfo } from './general-info'
import { isUnselected } from './setting-values'
import { StatusTable } from './status-table'
import styles from './widget-box.module.css'
import type { VisibleFigures } from './widget-figures'
import { WidgetImage } from './widget-image'
import { stateLabels } from './widget-labels'

interface WidgetContentProps {
  widget: BoardWidget
  /** Undefined until loaded. */
  figures: VisibleFigures | undefined
  error: Error | null
}

/** Content of a widget: its figures, or why there are none. */
export function WidgetContent({ widget, figures, error }: WidgetContentProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  // Without a selected checklist there are no figures to wait for, only the state of the project.
  if (!figures && isUnselected(widget)) return <Unavailable>{t`No checklists are selected.`}</Unavailable>
  if (!figures) return error ? <LoadError error={error} /> : <SkeletonRows rows={2} />
  if (figures.state !== 'read') return <Unavailable>{i18n._(stateLabels[figures.state])}</Unavailable>
  const label = i18n._(widgetTypeLabels[widget.typeName])
  if (figures.info) return <GeneralInfo figures={figures.info} />
  if (figures.checklists)
    return (
      <StatusTable
        label={label}
        states={[t`Not started`, t`In progress`, t({ message: 'Done', context: 'topics' })]}
        rows={figures.checklists.map(({ id, name, ...counts }) => ({
          id,
          name,
          states: [
            { total: counts.notStarted, today: counts.notStartedToday },
            { total: counts.inProgress, today: counts.inProgressToday },
            { total: counts.done, today: counts.doneToday },
          ],
        }))}
        empty={<Trans>No checklists are selected.</Trans>}
      />
    )
  if (figures.workflows)
    return (
      <StatusTable
        label={label}
        states={[t({ message: 'Open', context: 'topics' }), t({ message: 'Done', context: 'topics' }), t`Closed`]}
        rows={figures.workflows.map(({ id, workflowName, ...counts }) => ({
          id,
          name: workflowName,
          states: [
            { total: counts.totalOpen, today: counts.openedToday },
            { total: counts.totalDone, today: counts.doneToday },
            { total: counts.totalClosed, today: counts.closedToday },
          ],
        }))}
        empty={<Trans>This project has no workflows.</Trans>}
      />
    )
  if (figures.trend) {
    const { open, closed } = figures.trend
    const isEmpty = [...open, ...closed].every((count) => count === 0)
    if (isEmpty) return <Unavailable>{t`There have been no topics in the last 365 days.`}</Unavailable>
    return <TrendChart label={t`Open and closed topics of the last 365 days`} trend={figures.trend} />
  }
  if (widget.typeName === 'workflow-chart') return <Unavailable>{t`The workflow of this trend is gone.`}</Unavailable>
  if (widget.image !== null) return <WidgetImage id={widget.image} />
  return <Unavailable>{t`There is no image yet.`}</Unavailable>
}

/** Message in place of the figures. */
const Unavailable = ({ children }: { children: ReactNode }) => <p className={styles.unavailable}>{children}</p>
