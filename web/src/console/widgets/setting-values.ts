import { widgetSizes } from '@lintel/contract/projects/dashboard-widgets'
import type { Baseline } from '../../api/form/draft'
import type { BoardWidget } from './board'

/** Form values of a widget's settings. */
export interface WidgetSettingValues {
  /** Columns and rows: `2x1`. */
  size: string
  /** Ids of the selected checklists, or of the workflow of a trend. */
  dataIds: string[]
  /** The id of the uploaded image; empty for none. */
  image: string
}

/** The loaded settings of a widget. */
export type SettingsBaseline = Baseline<WidgetSettingValues>

const sizeText = ([columns, rows]: readonly [number, number]) => `${columns}x${rows}`

/** The available sizes of a widget (admin-console chapter 9). */
export const sizeOptions: readonly string[] = widgetSizes.map(sizeText)

/** Initial form values; a widget that is not stored has no version. */
export const settingsOf = ({ version, size, dataIds, image }: BoardWidget, isStored: boolean): SettingsBaseline => ({
  version: isStored ? version : undefined,
  values: { size: sizeText(size), dataIds: dataIds ?? [], image: image ?? '' },
})

/** Changed form values as fields of a widget. */
export const patchOf = ({
  size,
  dataIds,
  image,
}: Partial<WidgetSettingValues>): Partial<Pick<BoardWidget, 'size' | 'dataIds' | 'image'>> => ({
  ...(size !== undefined && { size: size.split('x').map(Number) as [number, number] }),
  ...(dataIds !== undefined && { dataIds: dataIds.length > 0 ? dataIds : null }),
  ...(image !== undefined && { image: image || null }),
})

/**
 * The widget without the deleted checklists among those that were selected when its settings opened; `existing` are the ids of the project's
 * checklists, once loaded. Any that somebody else selects later may be newer than that list, so it is kept.
 */
export const withoutDeletedChecklists = (
  widget: BoardWidget,
  opened: readonly string[],
  existing: readonly string[] | undefined,
): BoardWidget =>
  widget.typeName === 'checklists' && existing
    ? { ...widget, dataIds: (widget.dataIds ?? []).filter((id) => existing.includes(id) || !opened.includes(id)) }
    : widget

/**
 * A checklist table in which nothing is selected, so that it shows nothing. Once its figures are loaded, they tell whether any selected
 * checklist still exists.
 */
export const isUnselected = (
  { typeName, dataIds }: Pick<BoardWidget, 'typeName' | 'dataIds'>,
  { checklists = dataIds ?? [] }: { checklists?: readonly unknown[] | undefined } = {},
): boolean => typeName === 'checklists' && checklists.length === 0
