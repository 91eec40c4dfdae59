import { widgetSizes } from '@lintel/contract/projects/dashboard-widgets'
import type { Ground } from '../../api/form/draft'
import type { BoardWidget } from './board'

/** The settings of a widget as its other face shows them. */
export interface WidgetSettingValues {
  /** Columns and rows: `2x1`. */
  size: string
  /** What was selected: checklists, the workflow of a trend. */
  dataIds: string[]
  /** The id of the uploaded image; empty for none. */
  image: string
}

/** The settings of a widget as they were read. */
export type SettingsGround = Ground<WidgetSettingValues>

const sizeText = ([columns, rows]: readonly [number, number]) => `${columns}x${rows}`

/** The sizes that a widget can have (admin-console chapter 9). */
export const sizeOptions: readonly string[] = widgetSizes.map(sizeText)

/** What the form begins with; a widget that is not stored has no version. */
export const settingsOf = ({ version, size, dataIds, image }: BoardWidget, isStored: boolean): SettingsGround => ({
  version: isStored ? version : undefined,
  values: { size: sizeText(size), dataIds: dataIds ?? [], image: image ?? '' },
})

/** What was changed in the form, as a widget has it. */
export const patchOf = ({
  size,
  dataIds,
  image,
}: Partial<WidgetSettingValues>): Partial<Pick<BoardWidget, 'size' | 'dataIds' | 'image'>> => ({
  ...(size !== undefined && { size: size.split('x').map(Number) as [number, number] }),
  ...(dataIds !== undefined && { dataIds: dataIds.length > 0 ? dataIds : null }),
  ...(image !== undefined && { image: image || null }),
})

/** A widget that shows nothing before something is selected. */
export const isUnselected = ({ typeName, dataIds }: Pick<BoardWidget, 'typeName' | 'dataIds'>): boolean =>
  typeName === 'checklists' && (dataIds ?? []).length === 0
