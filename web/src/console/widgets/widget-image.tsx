import type { DashboardWidget } from '@lintel/contract/projects/dashboard-widgets'
export function WidgetImage({ widget: _ }: { widget: DashboardWidget }) {
  return null
}
