import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { locales } from '@lintel/contract/settings/locales'
import { expect, test } from 'vitest'
import { oldBrowserScripts } from './old-browser'

const scripts = await oldBrowserScripts(path.join(import.meta.dirname, '..'))

/** What the script makes of a page with this address. */
function shownAt(address: string, script: string) {
  const field = { value: '' }
  const document = {
    title: '',
    body: { innerHTML: '', style: { cssText: '' } },
    getElementById: (id: string) => (document.body.innerHTML.includes(`<input id="${id}"`) ? field : null),
  }
  runInNewContext(script, { document, location: { href: address } })
  return { title: document.title, page: document.body.innerHTML, address: field.value }
}

test('a browser without modules says what is supported, where to get it, and which address to open there', () => {
  const { title, page, address } = shownAt('https://lintel.example/new-project?template=2', scripts.get('en') ?? '')
  expect(title).toBe('Unsupported browser · Lintel')
  expect(page).toContain('<h1>This browser is not supported</h1><p>Lintel is made for Chrome.')
  expect(page).toContain('<a href="https://www.google.com/chrome/" rel="noreferrer">Download Chrome</a>')
  expect(address).toBe('https://lintel.example/new-project?template=2')
})

test('it does so in every language', () => {
  expect([...scripts.keys()].sort()).toEqual([...locales].sort())
  const pages = [...scripts.values()].map((script) => shownAt('https://lintel.example/', script).page)
  expect(new Set(pages).size).toBe(locales.length)
  for (const page of pages) expect(page).toMatch(/Chrome.*Chrome.*Chrome/s)
  expect(pages.join('')).not.toMatch(/undefined|\{name\}/)
})

test('the script is one that Internet Explorer reads, and the page needs no style that its policy refuses', () => {
  for (const script of scripts.values()) {
    const code = script.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    expect(code).toMatch(/^(document[\w.()"]* = [\w.()"]+;\n)+$/)
    expect(script).not.toMatch(/ style=|<style|<script/)
  }
})
