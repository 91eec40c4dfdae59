import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const tokens = ['tokens.css', 'role-colours.css', 'library-colours.css']
  .map((sheet) => readFileSync(new URL(sheet, import.meta.url), 'utf8'))
  .join('\n')

/** Colours of a token in both themes. */
function colours(name: string): { light: string; dark: string } {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens) ?? []
  if (!light || !dark) throw new RangeError(`There is no colour --${name}`)
  return { light, dark }
}

/** Contrast of two colours (WCAG 2.2, relative luminance). */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const backgrounds = ['ground', 'surface', 'raised', 'hover', 'accent-soft']
const text = [
  ...backgrounds.flatMap((background) => [`ink on ${background}`, `ink-2 on ${background}`]),
  ...['ground', 'surface', 'raised', 'accent-soft'].map((background) => `accent on ${background}`),
  ...['ground', 'surface', 'raised', 'danger-soft'].map((background) => `danger on ${background}`),
  'on-accent on accent',
  'on-accent on accent-strong',
  'on-danger on danger',
  'ground on ink',
]
const rendered = [
  // The bar of the open topics among all.
  'ink-2 on line',
  ...['ground', 'surface'].flatMap((background) => [
    `field-line on ${background}`,
    `signal on ${background}`,
    `good on ${background}`,
  ]),
  ...['owner', 'customer-admin', 'admin', 'workflows', 'user', 'guest'].map((role) => `role-${role} on surface`),
  ...Array.from({ length: 20 }, (_, at) => `library-${at + 1} on surface`),
]

/** Text needs 4.5 (WCAG 1.4.3), graphical objects need 3 (WCAG 1.4.11). */
test.each([...text.map((pair) => [pair, 4.5] as const), ...rendered.map((pair) => [pair, 3] as const)])(
  '%s has a contrast of at least %d in both themes',
  (pair, minContrast) => {
    const [front = '', back = ''] = pair.split(' on ')
    for (const theme of ['light', 'dark'] as const) {
      expect(contrast(colours(front)[theme], colours(back)[theme]), theme).toBeGreaterThanOrEqual(minContrast)
    }
  },
)
