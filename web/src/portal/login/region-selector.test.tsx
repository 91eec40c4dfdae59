import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { Region } from '@lintel/contract/settings/regions'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { RegionSelector } from './region-selector'
import { regionsFor } from './regions'

const region = (subdomain: string): Region => ({
  subdomain,
  title: subdomain,
  distinctiveLanguages: [],
  isDefault: subdomain === 'app',
})

/** The entries of the selector on the page of this host, the selected one marked; empty without a selector. */
function entries(hostname: string, regions: readonly Region[]) {
  vi.stubGlobal('location', { hostname })
  const shown = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <RegionSelector regions={regions} onChoose={() => undefined} />
    </I18nProvider>,
  )
  return [...shown.matchAll(/<option [^>]*?(selected="")?>([^<]*)/g)].map(
    ([, selected, title]) => `${title}${selected === undefined ? '' : ', selected'}`,
  )
}

afterEach(() => vi.unstubAllGlobals())

test('the region of the page is selected among the others', () => {
  expect(entries('us.example.com', [region('app'), region('us')])).toEqual(['app', 'us, selected'])
})

test('there is nothing to choose without regions, and where the only one is that of the page', () => {
  expect(entries('app.example.com', [])).toEqual([])
  expect(entries('app.example.com', [region('app')])).toEqual([])
})

test('the region of a development or staging build can be chosen where the list of regions could not be fetched', () => {
  for (const [build, title] of [
    ['development', 'Development'],
    ['staging', 'Staging'],
  ] as const) {
    const regions = regionsFor([], { platform: 'android', build })
    expect(entries('app.example.com', regions)).toEqual(['Region, selected', title])
    expect(entries(`${build}.example.com`, regions)).toEqual([])
  }
})
