import { useLingui as useI18n } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import type { Feature } from '@lintel/contract/projects/features'
import type { ProjectStat } from '@lintel/contract/projects/project-stats'
import { useState } from 'react'
import { type StatCount, useStatCounts } from '../../shell/projects/stat-counts'
import { useProjectState } from '../../shell/projects/use-project-state'
import type { RecordColumn } from '../../ui/grid/record-grid'
import { Icon } from '../../ui/icon'
import { numbersOfAll } from './number-of-all'
import styles from './projects-list.module.css'

/** Counts that are better compared than read, as a part of another one. */
const wholes: Partial<Record<StatCount, StatCount>> = { numOpenTopics: 'numActualTopics' }

/** Columns of the statistics: each attribute of a project, then each feature (admin-console chapter 2). */
export function useStatColumns(features: readonly Feature[]): RecordColumn<ProjectStat>[] {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const stateOf = useProjectState()
  const yes = t`yes`
  const no = t`no`
  const day = (instant: string | null) => (instant ? i18n.date(new Date(instant), { dateStyle: 'medium' }) : '')
  const size = (bytes: number) =>
    i18n.number(bytes / 1_000_000, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  const counts = useStatCounts()
  const [numberOfAll] = useState(numbersOfAll)
  const column = (
    id: string,
    title: string,
    width: number,
    value: (stat: ProjectStat) => string,
    more: Partial<RecordColumn<ProjectStat>> = {},
  ): RecordColumn<ProjectStat> => ({ id, title, width, value, ...more })
  const mark = (
    <span className={styles.yes}>
      <Icon name="check" size={16} />
      <span className="said-only">{yes}</span>
    </span>
  )
  const dash = (
    <span>
      <span aria-hidden>–</span>
      <span className="said-only">{no}</span>
    </span>
  )
  const flag = (id: string, title: string, holds: (stat: ProjectStat) => boolean, isHidden = false) =>
    column(id, title, 110, (stat) => (holds(stat) ? yes : no), {
      isHidden,
      render: (stat) => (holds(stat) ? mark : dash),
    })
  return [
    column('name', t`Name`, 260, ({ name }) => name, { isPinned: true, isRowHeader: true, canHide: false }),
    column('externalId', t`External id`, 110, ({ externalId }) => externalId ?? ''),
    column('state', t`State`, 140, (stat) => stateOf(stat).join(', ')),
    ...counts.map(([id, title]) => {
      const whole = wholes[id]
      return column(id, title, whole ? 140 : 110, (stat) => i18n.number(stat[id]), {
        number: (stat) => stat[id],
        compare: (one, other) => one[id] - other[id],
        ...(whole && { render: (stat) => numberOfAll(i18n.number(stat[id]), stat[id], stat[whole]) }),
      })
    }),
    column('ifcFileSize', t`IFC file size`, 120, ({ ifcFileSize }) => size(ifcFileSize), {
      number: ({ ifcFileSize }) => ifcFileSize,
      formatTotal: size,
      compare: (one, other) => one.ifcFileSize - other.ifcFileSize,
    }),
    column('createdAt', t`Created`, 120, ({ createdAt }) => day(createdAt), {
      compare: (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt),
    }),
    column('deletedAt', t`Deleted`, 120, ({ deletedAt }) => day(deletedAt), {
      isHidden: true,
      compare: (one, other) => Date.parse(one.deletedAt ?? '0') - Date.parse(other.deletedAt ?? '0'),
    }),
    column('error', t`Error`, 110, ({ error }) => (error ? t`Crashed` : ''), { isHidden: true }),
    flag('isHibernated', t`Hibernated`, ({ isHibernated }) => isHibernated, true),
    column('fromTemplateId', t`Created from template`, 160, ({ fromTemplateId }) => fromTemplateId ?? '', {
      isHidden: true,
    }),
    column(
      'publicTemplateOrder',
      t`Place among default templates`,
      160,
      ({ publicTemplateOrder: order }) => (order === null ? '' : i18n.number(order)),
      { isHidden: true },
    ),
    column('project', t`Project id`, 160, ({ project }) => project, { isHidden: true }),
    // Prefixed, because some features are named like a counted attribute.
    ...features.map(({ id, name }) => flag(id, t`Feature: ${name}`, (stat) => stat.features.includes(id))),
  ]
}
