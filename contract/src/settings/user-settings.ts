import { z } from 'zod'
import { instant, line } from '../jsonapi/fields'
import { type Draft, type Entity, type Patch, resource } from '../jsonapi/resource'

/** Largest value of one setting, in characters of its JSON. */
export const largestSetting = 16_384

const column = z.strictObject({
  id: line(200).min(1, 'required'),
  isVisible: z.boolean().optional(),
  /** Pixels. */
  width: z.int().min(20).max(2_000).optional(),
  isPinned: z.boolean().optional(),
})

/** How somebody arranged a grid: its columns in their order, and what it is sorted by. */
const gridSetting = z.strictObject({
  columns: z.array(column).max(500),
  sort: z
    .array(z.strictObject({ id: line(200).min(1, 'required'), ascending: z.boolean() }))
    .max(10)
    .optional(),
  /** Groups of columns that are not shown. */
  hiddenGroups: z.array(line(200).min(1, 'required')).max(20).optional(),
  /** Columns that can be narrow are, and their names stand turned. */
  isNarrow: z.boolean().optional(),
})

export type GridSetting = z.output<typeof gridSetting>

/**
 * The version of the projects is 8 alone: the features at its end (admin-console chapter 9) are columns by their ids, and one that is new has its
 * place in what was arranged before (decision 250).
 */
const declared = {
  users: { version: 1, value: gridSetting },
  customers: { version: 1, value: gridSetting },
  providers: { version: 1, value: gridSetting },
  organizations: { version: 1, value: gridSetting },
  'project-stats': { version: 2, value: gridSetting },
  projects: { version: 8, value: gridSetting },
  /** Which of the customers that the person administers is the active one. */
  'active-customer': { version: 1, value: z.strictObject({ customer: z.string().min(1).max(254) }) },
  /** Whether mails about roles that the person gained are switched off. */
  'access-mails': { version: 1, value: z.strictObject({ isOff: z.boolean() }) },
  'dashboard-order': { version: 1, value: z.strictObject({ propertyName: line(100), ascending: z.boolean() }) },
} as const satisfies Record<string, { version: number; value: z.ZodType }>

/** The settings there are. */
export type SettingKey = keyof typeof declared
export const settingKeys = Object.keys(declared) as SettingKey[]

/** The version of a setting's shape; values of another are refused, and stored ones of another are not given out. */
export const settingVersion = (key: SettingKey): number => declared[key].version

export type SettingValue<K extends SettingKey> = z.output<(typeof declared)[K]['value']>

/** The value of a setting as its key says it looks; undefined when it does not. */
export function readSetting<K extends SettingKey>(key: K, value: unknown): SettingValue<K> | undefined {
  const { data } = declared[key].value.safeParse(value)
  return data as SettingValue<K> | undefined
}

/**
 * What the specification calls local settings (admin-console chapters 3 and 9): the person's own, on every device. The
 * id is the key. Creating one that is there replaces it, so that a client need not know whether it is.
 */
export const userSettings = resource('user-settings', {
  fields: {
    /** Version of the shape, {@link settingVersion}. */
    schemaVersion: z.int().min(1).max(1_000),
    value: z
      .record(z.string(), z.unknown())
      .refine((value) => JSON.stringify(value).length <= largestSetting, 'tooLong'),
    updatedAt: instant,
  },
  readOnly: ['updatedAt'],
  chosenId: z.enum(settingKeys),
})

export type UserSetting = Entity<typeof userSettings>
export type UserSettingDraft = Draft<typeof userSettings>
export type UserSettingPatch = Patch<typeof userSettings>
