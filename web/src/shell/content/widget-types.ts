import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type WidgetType, widgetTypes } from '@lintel/contract/projects/dashboard-widgets'

/** What the types of widgets are called. */
export const widgetTypeWords: Record<WidgetType, MessageDescriptor> = {
  'generic-info': msg`Information`,
  checklists: msg`Checklists`,
  workflows: msg`Workflows`,
  'workflow-chart': msg`Trend`,
  image: msg`Image`,
}

/** A widget in words by the name that the server has for it, which is its type; an unknown one by that name. */
export function widgetName(i18n: I18n, name: string): string {
  const type = widgetTypes.find((each) => each === name)
  return type ? i18n._(widgetTypeWords[type]) : name
}
