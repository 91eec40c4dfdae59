import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RoleEditor } from './role-editor'

/** The items of the menu in a cell, with the text that describes them. */
function itemsOf(managed: string | undefined) {
  const nothing = () => undefined
  const rendered = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <RoleEditor
        editing={{ anchorRect: {}, typed: undefined, onDone: nothing } as never}
        label="Mei, Harbour"
        level={privilegeLevel.member}
        {...{ managed, isGuest: false, onChoose: nothing, onOptions: nothing, onWhy: nothing }}
      />
    </I18nProvider>,
  )
  return [...rendered.matchAll(/<button[^>]*role="(menuitem|menuitemradio)"[^>]*>/g)].map(([button, role]) => {
    const id = / aria-describedby="([^"]+)"/.exec(button)?.[1]
    return { role, description: id && new RegExp(`<p id="${id}"[^>]*>([^<]*)</p>`).exec(rendered)?.[1] }
  })
}

test('each role of a managed cell is said with what the next import does to it', () => {
  const hint = 'Managed by directory. The next import sets its role again.'
  const items = itemsOf(hint)
  expect(items.filter(({ role }) => role === 'menuitemradio').length).toBeGreaterThan(2)
  for (const { role, description } of items) expect(description).toBe(role === 'menuitemradio' ? hint : undefined)
  for (const { description } of itemsOf(undefined)) expect(description).toBeUndefined()
})
