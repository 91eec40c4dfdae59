/// <reference lib="dom" />
import { runInNewContext } from 'node:vm'
import { expect, type Page } from '@playwright/test'
import { pseudoMessage } from '../web/src/i18n/pseudo'
import { fetchResponse } from './fetch-response'
import { test } from './fixtures'
import { signInByApi } from './people'
import { portalScreens } from './portal-screens'
import { leavePage } from './screen'

/** Shows the application's English texts as the pseudo-locale does: in brackets and a third longer. */
async function usePseudoLocale(page: Page): Promise<void> {
  await page.route(/\/assets\/[\w-]+\.en-[\w-]+\.js$/, async (route) => {
    const response = await fetchResponse(route)
    const code = await response.text()
    const [, literal = ''] = /JSON\.parse\((`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\)/s.exec(code) ?? []
    const messages: Record<string, Parameters<typeof pseudoMessage>[0]> = JSON.parse(runInNewContext(literal))
    const untranslated = Object.fromEntries(
      Object.entries(messages).map(([id, message]) => [id, pseudoMessage(message)]),
    )
    const body = code.replace(literal, () => JSON.stringify(JSON.stringify(untranslated)))
    await route.fulfill({ response, body })
  })
}

/** Sentences concatenated from several texts in one line, and the horizontal overflow of the screen. */
const findConcatenations = (page: Page) =>
  page.evaluate(() => {
    const isSentence = (text: string | null) => (text?.match(/\[[^\]]*·\]/g) ?? []).length
    const textsOf = (element: Element) => [...element.childNodes].filter((node) => node instanceof Text)
    const own = (element: Element) => {
      const text = textsOf(element).map(({ data }) => data)
      // Dots separate independent facts, not parts of a sentence.
      return Math.max(...text.join('').split(' · ').map(isSentence))
    }
    const named = (element: Element) =>
      Math.max(...['aria-label', 'title', 'placeholder', 'alt'].map((name) => isSentence(element.getAttribute(name))))
    const all = [...document.body.querySelectorAll('*')]
    const { scrollWidth, clientWidth } = document.documentElement
    return {
      translated: all.reduce((sum, element) => sum + own(element), 0),
      concatenations: all
        .filter((element) => own(element) > 1 || named(element) > 1)
        .map(({ outerHTML }) => outerHTML.slice(0, 300)),
      tooWide: scrollWidth - clientWidth,
    }
  })

test('in the pseudo-locale no sentence is glued together, and the longest words fit on the smallest phone', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await page.setViewportSize({ width: 320, height: 640 })
  let signedIn: string | undefined
  for (const { name, who, from, show } of portalScreens.filter(({ isState }) => !isState)) {
    if (from !== 'page') {
      if (from !== 'within' || who !== signedIn) await leavePage(page)
      else await page.unrouteAll({ behavior: 'ignoreErrors' })
      await usePseudoLocale(page)
      if (who && who !== signedIn) await signInByApi(page, who)
      signedIn = who
    }
    await show(page)
    const { translated, concatenations, tooWide } = await findConcatenations(page)
    // The shortest screen, "nothing here", has a heading, a sentence and a link.
    expect(translated, name).toBeGreaterThan(2)
    expect.soft({ concatenations, tooWide }, name).toEqual({ concatenations: [], tooWide: 0 })
  }
})
