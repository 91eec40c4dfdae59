import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { supportedBrowser } from '../src/portal/unsupported-browser/supported-browser'

/** The texts of the warning, as in `unsupported-browser.tsx`; the catalogs have their translations. */
const texts = {
  title: 'Unsupported browser',
  heading: 'This browser is not supported',
  reason: 'Lintel is made for {name}. In this browser, parts of it may look wrong or not work.',
  address: 'Copy this address and open it in {name}',
  download: 'Download {name}',
}

type Texts = typeof texts

/**
 * The script for browsers without modules, such as Internet Explorer, by language: it replaces the page by the warning that the
 * application shows in other browsers that are not supported. ECMAScript 5, and styles that the page's policy allows.
 */
export async function oldBrowserScripts(rootFolder: string): Promise<Map<string, string>> {
  const config = getConfig({ cwd: rootFolder })
  const catalogs = await getCatalogs(config)
  const scripts = new Map<string, string>()
  for (const locale of config.locales) {
    const translations = new Map<string, string>()
    for (const catalog of catalogs)
      for (const [id, { message = id, translation }] of Object.entries((await catalog.read(locale)) ?? {}))
        translations.set(message, translation || (locale === config.sourceLocale ? message : ''))
    const translated = Object.entries(texts).map(([name, text]) => {
      const translation = translations.get(text)
      if (!translation) throw new Error(`Not translated into ${locale}: ${text}`)
      return [name, translation.replace('{name}', supportedBrowser.name)]
    })
    scripts.set(locale, scriptOf(Object.fromEntries(translated) as Texts))
  }
  return scripts
}

const scriptOf = ({ title, heading, reason, address, download }: Texts): string => {
  const page = `<main><h1>${heading}</h1><p>${reason}</p>
<p><label for="address">${address}</label></p><p><input id="address" size="60" readonly></p>
<p><a href="${supportedBrowser.downloadFrom}" rel="noreferrer">${download}</a></p></main>`
  return `document.title = ${JSON.stringify(`${title} · Lintel`)};
document.body.innerHTML = ${JSON.stringify(page)};
document.body.style.cssText = "max-width: 600px; margin: 48px auto; padding: 0 16px; font: 16px/1.5 Arial, sans-serif";
document.getElementById("address").value = location.href;
`
}
