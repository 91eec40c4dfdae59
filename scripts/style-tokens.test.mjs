import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findStyleViolations } from './style-tokens.mjs'

let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lintel-styles-'))
  mkdirSync(join(root, 'ui/theme'), { recursive: true })
  writeFileSync(join(root, 'ui/theme/tokens.css'), ':root { --space-8: 8px; --radius: 6px; --layer-bar: 100; }')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** The violations of a style sheet with this text. */
function violationsOf(text) {
  writeFileSync(join(root, 'bar.module.css'), text)
  return findStyleViolations(root)
}

test('a sheet that takes everything from the tokens has no breach', () => {
  const text = `
    .bar { margin: -1px auto 0; padding: calc(var(--space-8) - 1px) var(--space-8); border-radius: var(--radius);
      z-index: var(--layer-bar); width: 240px; gap: 4%; } /* padding: 13px; */
    .bar:has(> .a), body .a:has(b) { color: red; } /* :root:has(.a) */
    @media (--phone) { .bar { z-index: auto; } }
    @media (prefers-reduced-motion: reduce) { .bar { margin: 0; } }`
  expect(violationsOf(text)).toEqual([])
})

test.each([
  ['.a { padding: 0 13px; }', '13px: take a --space'],
  ['.a { margin-inline-start: -0.5em; }', '-0.5em: take a --space'],
  ['.a { gap: calc(var(--space-8) + 3px); }', '3px: take a --space'],
  ['.a { scroll-margin: 2rem; }', '2rem: take a --space'],
  ['.a { border-radius: 3px; }', 'take a --radius'],
  ['.a { border-top-left-radius: 50%; }', 'take a --radius'],
  ['.a { z-index: 7; }', 'take a --layer'],
  ['.a { padding: var(--space-7); }', 'there is no token --space-7'],
  ['@media (max-width: 699px) { .a { color: red; } }', 'name the screen'],
  ['@media (width < 700px) { .a { color: red; } }', 'name the screen'],
  ['@media (pointer: coarse) { .a { color: red; } }', 'name the screen'],
  [':root:has(.a) .b { color: red; }', ':root:has(…) – set an attribute there'],
  ['.b, html[lang]:has(.a) { color: red; }', 'html[lang]:has(…) – set an attribute there'],
  ['@media print { body:has(> .a) { color: red; } }', 'body:has(…) – set an attribute there'],
])('%s is refused, with its line', (text, why) => {
  expect(violationsOf(`\n${text}`)).toEqual([expect.stringMatching(/^bar\.module\.css:2 /)])
  expect(violationsOf(`\n${text}`)[0]).toContain(why)
})

test('tokens that have moved are no reason to find nothing', () => {
  rmSync(join(root, 'ui/theme/tokens.css'))
  expect(findStyleViolations(root)).toEqual(['ui/theme/tokens.css was not found: the tokens have moved.'])
})
