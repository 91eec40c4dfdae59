import { z } from 'zod'
import { instant, line } from '../jsonapi/fields'
import { type Entity, resource } from '../jsonapi/resource'

/** Maximum length of a setting's value, in characters of its JSON. */
const maxSettingLength = 16_384

const column = z.strictObject({
  id: line(200).min(1, 'required'),
  isVisible: z.boolean().optional(),
  /** Pixels. */
  width: z.int().min(20).max(2_000).optional(),
  isPinned: z.boolean().optional(),
})

/** A person's arrangement of a grid: its columns in order, and its sorting. */
const gridSetting = z.strictObject({
  columns: z.array(column).max(500),
  sort: z
    .array(z.strictObject({ id: line(200).min(1, 'required'), ascending: z.boolean() }))
    .max(10)
    .optional(),
  /** Hidden groups of columns. */
  hiddenGroups: z.array(line(200).min(1, 'required')).max(20).optional(),
  /** Columns that can be narrow are narrow, with rotated headings. */
  isNarrow: z.boolean().optional(),
})

export type GridSetting = z.output<typeof gridSetting>

/**
 * The version of `projects` is 8: the features at its end (admin-console chapter 9) are columns by their ids, and a new feature is placed
 * into an existing arrangement (decision 250).
 */
const settingDeclarations = {
  users: { version: 1, value: gridSetting },
  customers: { version: 1, value: gridSetting },
  providers: { version: 1, value: gridSetting },
  organizations: { version: 1, value: gridSetting },
  'project-stats': { version: 2, value: gridSetting },
  projects: { version: 8, value: gridSetting },
  /** The active one of the customers that the person administers. */
  'active-customer': { version: 1, value: z.strictObject({ customer: z.string().min(1).max(254) }) },
  /** Whether mails about newly gained roles are switched off. */
  'access-mails': { version: 1, value: z.strictObject({ isOff: z.boolean() }) },
  'dashboard-order': { version: 1, value: z.strictObject({ propertyName: line(100), ascending: z.boolean() }) },
} as const satisfies Record<string, { version: number; value: z.ZodType }>

/** The keys of the settings. */
export type SettingKey = keyof typeof settingDeclarations
export const settingKeys = Object.keys(settingDeclarations) as SettingKey[]

/** The version of a setting's schema; values of other versions are rejected, and stored ones are not returned. */
export const settingVersion = (key: SettingKey): number => settingDeclarations[key].version

export type SettingValue<K extends SettingKey> = z.output<(typeof settingDeclarations)[K]['value']>

/** Parses the value of a setting by its schema; undefined when it does not match. */
export function readSetting<K extends SettingKey>(key: K, value: unknown): SettingValue<K> | undefined {
  const { data } = settingDeclarations[key].value.safeParse(value)
  return data as SettingValue<K> | undefined
}

/**
 * What the specification calls local settings (admin-console chapters 3 and 9): the person's own, on every device. The id is the key. A
 * creation is an upsert, so that a client need not know whether the setting exists.
 */
export const userSettings = resource('user-settings', {
  fields: {
    /** Version of the schema, {@link settingVersion}. */
    schemaVersion: z.int().min(1).max(1_000),
    value: z
      .record(z.string(), z.unknown())
      .refine((value) => JSON.stringify(value).length <= maxSettingLength, 'tooLong'),
    updatedAt: instant,
  },
  readOnly: ['updatedAt'],
  clientGeneratedId: z.enum(settingKeys),
})

export type UserSetting = Entity<typeof userSettings>
