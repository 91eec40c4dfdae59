import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type WidgetType, widgetTypes } from '@lintel/contract/projects/dashboard-widgets'

/** Labels of the widget types. */
export const widgetTypeLabels: Record<WidgetType, MessageDescriptor> = {
  'generic-info': msg`Information`,
  checklists: msg`Checklists`,
  workflows: msg`Workflows`,
  'workflow-chart': msg`Trend`,
  image: msg`Image`,
}

/** Label of a widget by its type; unknown types are shown as they are. */
export function widgetName(i18n: I18n, name: string): string {
  const type = widgetTypes.find((each) => each === name)
  return type ? i18n._(widgetTypeLabels[type]) : name
}
