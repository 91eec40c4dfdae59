import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { HintedCheckbox } from './hinted-checkbox'

test('a hint is said with its checkbox, and is no part of its name', () => {
  const rendered = renderToStaticMarkup(<HintedCheckbox label="Active" hint="It signs everybody out." />)
  const described = /<input[^>]* aria-describedby="([^"]+)"/.exec(rendered)?.[1]
  expect(rendered).toMatch(new RegExp(`<div id="${described}"[^>]*>It signs everybody out\\.</div>`))
  expect(/<label.*<\/label>/.exec(rendered)?.[0]).not.toContain('It signs everybody out.')
  expect(renderToStaticMarkup(<HintedCheckbox label="Active" />)).not.toContain('aria-describedby')
})
