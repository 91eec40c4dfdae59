import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = new URL('../../', import.meta.url)
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
const sheets = files
  .filter((file) => file.endsWith('.css'))
  .map((sheet) => ({
    sheet,
    text: readFileSync(new URL(sheet, sources), 'utf8').replaceAll(/\/\*.*?\*\//gs, ''),
  }))
const rules = sheets.flatMap(({ sheet, text }) =>
  [...text.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    sheet,
    selector: selector.trim().replaceAll(/\s+/g, ' '),
    body,
  })),
)

/** Headings are focused only to be read out; they are not interactive. */
const isHeading = (selector: string) => /\.heading:focus|:is\(h1, h2\)/.test(selector)

test('what has the keyboard keeps an outline: forced colours draw neither shadows nor backgrounds', () => {
  const focused = rules.filter(({ selector }) => selector.includes(':focus') && !isHeading(selector))
  expect(focused.length).toBeGreaterThan(15)
  expect(focused.filter(({ body }) => /outline(-style)?: (none|0)/.test(body))).toEqual([])
  // The focus ring is on the field, not on its input.
  const ringed = focused.filter(({ body }) => body.includes('box-shadow') && !body.includes('danger'))
  expect(ringed.length).toBeGreaterThan(5)
  for (const { sheet, selector, body } of ringed) expect(body, `${sheet} ${selector}`).toContain('outline: 2px solid')
})

test.each([
  ['ui/tree/tree.module.css', '[data-current]'],
  ['ui/tree/tree.module.css', '[aria-selected="true"]'],
  ['ui/grid/grid.module.css', '[data-range]'],
  ['ui/grid/grid.module.css', '[data-fill]'],
  ['ui/select-field.module.css', '[data-active]'],
  ['portal/my-projects/project-row.module.css', '[data-first]'],
  ['shell/project-switcher.module.css', '[data-first]'],
  ['ui/toast.module.css', '.card'],
  ['shell/account-menu.module.css', '[aria-expanded="true"]'],
  ['portal/account/account-frame.module.css', '[aria-current]'],
  ['shell/tools-frame.module.css', '[data-active]'],
])('in forced colours %s draws %s by an outline or an edge', (sheet, state) => {
  const rendered = rules.filter((rule) => rule.sheet === sheet && rule.selector.includes(state))
  expect(rendered.map(({ body }) => body).join()).toMatch(/outline: \d|border-inline-start-color: Highlight/)
})

test('in forced colours progress has an edge and a value, and the two dots of a trend differ', () => {
  const bodiesOf = (sheet: string, selector: string) =>
    rules.filter((rule) => rule.sheet === sheet && rule.selector === selector).map(({ body }) => body)
  const progress = bodiesOf('ui/progress.module.css', '.progress').at(-1)
  for (const declaration of ['--accent: Highlight', 'border: 1px solid CanvasText', 'forced-color-adjust: none'])
    expect(progress).toContain(declaration)
  expect(bodiesOf('ui/chart/trend-chart.module.css', '.dot').at(-1)).toContain('background: CanvasText;')
  expect(bodiesOf('ui/chart/trend-chart.module.css', '.dot[data-closed]').at(-1)).toContain('background: Canvas;')
})
