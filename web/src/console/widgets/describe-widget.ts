import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { DescribeRow } from '../../shell/change-sets/row-text'
import { widgetName } from '../../shell/content/widget-types'

/** Describes a row of a change set about a widget: type, project, and position and size before and after. */
export function useDescribeWidget(): DescribeRow {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const placementText = (terms: Record<string, unknown> | null, none: string) => {
    if (terms === null) return none
    const size = Array.isArray(terms.size) ? terms.size.join(' × ') : ''
    const place = typeof terms.order === 'number' ? i18n.number(terms.order + 1) : ''
    return t`place ${place}, ${size}`
  }
  return ({ object, before, after, outcome }) => {
    const type = (after ?? before)?.typeName
    return {
      title: typeof type === 'string' ? widgetName(i18n, type) : (object.name ?? object.id ?? '—'),
      detail: object.projectName ?? '',
      before: placementText(before, ''),
      after: placementText(after, outcome === 'change' && before !== null ? t`deleted` : ''),
    }
  }
}
