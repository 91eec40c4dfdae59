import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build } from 'vite'
import { dependenciesOf, firstScreenChunk } from './chunk-groups'
import { oldBrowserScripts } from './old-browser'
import { pagesOf } from './pages'

interface PrerenderedPage {
  locale: string
  markup: string
  title: string
  description: string
  loading: string
  unreachable: string
}

/** What the server needs to know to write its Content-Security-Policy; `dist/csp.json`. */
export interface PolicySources {
  /** Hashes of the inlined styles for `style-src`, without their single quotes: `sha256-…`. */
  styleHashes: string[]
  /** Hashes of inlined scripts; always empty. */
  scriptHashes: string[]
}

/** Font subsets to preload: all languages use Latin letters; only Polish needs the extended ones on every line. */
const preloadedFonts = (locale: string) => (locale === 'pl' ? ['latin', 'latin-ext'] : ['latin'])

/**
 * Turns the two documents that Vite built into the served ones: `login/<locale>.html`, the sign-in page prerendered in
 * each language with its styles inlined, and `application/<locale>.html`. Also writes `csp.json`, `pages.json` (the
 * addresses that have a page) and a compressed copy of each file.
 */
export async function writeDocuments(dist: string, prerenderModule: string): Promise<void> {
  const early = await buildEarlyScript(dist)
  const oldBrowserTags = await writeOldBrowserScripts(dist)
  const assets = await readdir(path.join(dist, 'assets'))
  const styleHashes = new Set<string>()

  const { prerenderSignIn } = (await import(pathToFileURL(prerenderModule).href)) as {
    prerenderSignIn(): Promise<PrerenderedPage[]>
  }
  const prerendered = await prerenderSignIn()
  const login = await readFile(path.join(dist, 'login.html'), 'utf8')
  await mkdir(path.join(dist, 'login'), { recursive: true })
  const { page, code } = deferCode(await inlineStyles(login, dist, styleHashes))
  for (const { locale, markup, title, description } of prerendered) {
    assertNoStyleAttributes(markup)
    const head = [
      `<meta name="description" content="${escapeHtml(description)}" />`,
      scriptTag(early, code),
      oldBrowserTags.get(locale),
      ...preloadedFonts(locale).map((subset) => fontPreload(assets, subset)),
      `<link rel="modulepreload" crossorigin href="/assets/${catalogOf(assets, locale)}" />`,
    ]
    const document = page
      .replace('<html lang="en">', `<html lang="${locale}">`)
      .replace(/<title>.*<\/title>/, () => `<title>${escapeHtml(title)}</title>\n    ${head.join('\n    ')}`)
      .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`)
    await writeFile(path.join(dist, 'login', `${locale}.html`), document)
  }
  await rm(path.join(dist, 'login.html'))

  const index = withoutWhitespace(await readFile(path.join(dist, 'index.html'), 'utf8'))
  hashStyles(index, styleHashes)
  const preloads = await firstScreenPreloads(dist)
  await mkdir(path.join(dist, 'application'), { recursive: true })
  for (const { locale, loading, unreachable } of prerendered) {
    const document = index
      .replace('<html lang="en">', `<html lang="${locale}">`)
      .replace('</title>', () => `</title>\n    ${scriptTag(early)}\n    ${oldBrowserTags.get(locale)}`)
      .replace('</head>', () => `  ${preloads.join('\n    ')}\n  </head>`)
      .replace('<p class="waits">…</p>', () => `<p role="status">${escapeHtml(loading)}</p>`)
      .replace(
        '<p class="unreachable" role="alert"></p>',
        () => `<p hidden role="alert">${escapeHtml(unreachable)}</p>`,
      )
    await writeFile(path.join(dist, 'application', `${locale}.html`), document)
    if (locale === 'en') await writeFile(path.join(dist, 'index.html'), document)
  }

  const sources: PolicySources = { styleHashes: [...styleHashes], scriptHashes: [] }
  await writeFile(path.join(dist, 'csp.json'), `${JSON.stringify(sources, null, 2)}\n`)
  const pages = await pagesOf(path.join(import.meta.dirname, '../src/route-tree.gen.ts'))
  await writeFile(path.join(dist, 'pages.json'), `${JSON.stringify(pages, null, 2)}\n`)
  await compressFiles(dist)
}

/**
 * Writes a `.br` copy of each file that compresses, at the highest quality: about 7 % smaller than what a server could
 * afford to compress per request.
 */
async function compressFiles(dist: string) {
  const files = await readdir(dist, { recursive: true })
  const compressible = files.filter((file) => /\.(js|css|html|svg|webmanifest)$/.test(file))
  await Promise.all(
    compressible.map(async (file) => {
      const bytes = await readFile(path.join(dist, file))
      const compressed = await promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })
      if (compressed.length < bytes.length) await writeFile(path.join(dist, `${file}.br`), compressed)
    }),
  )
}

/** Builds the script that runs before all modules and returns its address. */
async function buildEarlyScript(dist: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: path.join(import.meta.dirname, '../src/early.ts'), formats: ['iife'], name: 'early' },
    },
  })
  const [output] = [built].flat()
  const code = output && 'output' in output ? output.output[0].code : ''
  if (!code) throw new Error('The early script came out empty')
  return writeScript(dist, 'early', code)
}

/** Writes the scripts for browsers without modules, and returns their tags by language. Other browsers do not fetch them. */
async function writeOldBrowserScripts(dist: string): Promise<Map<string, string>> {
  const tags = new Map<string, string>()
  for (const [locale, code] of await oldBrowserScripts(path.join(import.meta.dirname, '..')))
    tags.set(locale, `<script nomodule defer src="${await writeScript(dist, `old-browser.${locale}`, code)}"></script>`)
  return tags
}

/** Writes a script with a hashed name and returns its address. */
async function writeScript(dist: string, name: string, code: string): Promise<string> {
  const file = `${name}-${digest(code, 'base64url').slice(0, 8)}.js`
  await writeFile(path.join(dist, 'assets', file), code)
  return `/assets/${file}`
}

const scriptTag = (early: string, code?: string) =>
  `<script defer src="${early}"${code === undefined ? '' : ` data-code="${code}"`}></script>`

/** The page with its modules preloaded but not run: `early.ts` runs the last of them, which imports the others. */
function deferCode(document: string): { page: string; code: string } {
  const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/g
  const code = [...document.matchAll(script)].at(-1)?.[1]
  if (code === undefined) throw new Error('The sign-in page has no code')
  return { page: document.replaceAll(script, '<link rel="modulepreload" crossorigin href="$1">'), code }
}

interface ManifestChunk {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}

/**
 * Preload tags for the code and the styles of the first screen, so that the browser need not run the entry modules to
 * discover them. Deletes the bundler's manifest, which nothing else needs.
 */
async function firstScreenPreloads(dist: string): Promise<string[]> {
  const file = path.join(dist, 'manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, ManifestChunk>
  await rm(file)
  const [firstScreen] = Object.entries(manifest).find(([, { name }]) => name === firstScreenChunk) ?? []
  if (!firstScreen) throw new Error('The first screen was not found in the manifest')
  const reached = dependenciesOf(firstScreen, (id) => manifest[id]?.imports)
  const begun = dependenciesOf('index.html', (id) => manifest[id]?.imports)
  const chunks = [...reached].flatMap((id) => (begun.has(id) ? [] : (manifest[id] ?? [])))
  const styles = new Set(chunks.flatMap(({ css = [] }) => css))
  return [
    ...[...styles].map((href) => `<link rel="preload" as="style" crossorigin href="/${href}" />`),
    ...chunks.map((chunk) => `<link rel="modulepreload" crossorigin href="/${chunk.file}" />`),
  ]
}

/** Inlines the linked style sheets: one round trip less before the first paint. */
async function inlineStyles(document: string, dist: string, hashes: Set<string>): Promise<string> {
  const links = [...document.matchAll(/\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g)]
  const sheets = await Promise.all(links.map(([, href = '']) => readFile(path.join(dist, href), 'utf8')))
  const css = sheets.join('\n')
  if (css.includes('</')) throw new Error('The styles of the sign-in page cannot be inlined')
  hashes.add(`sha256-${digest(css, 'base64')}`)
  const bare = links.reduce((text, [link]) => text.replace(link, ''), document)
  return bare.replace('</head>', () => `  <style>${css}</style>\n  </head>`)
}

/** The document without comments and indentation. */
const withoutWhitespace = (document: string) => document.replaceAll(/<!--.*?-->/gs, '').replaceAll(/\n\s*/g, '\n')

/** Adds the hashes of the inline styles of a document to those of the policy. */
function hashStyles(document: string, hashes: Set<string>) {
  for (const [, css = ''] of document.matchAll(/<style>(.*?)<\/style>/gs)) hashes.add(`sha256-${digest(css, 'base64')}`)
}

/** The policy blocks style attributes in a document silently and in production only, so the build fails instead. */
function assertNoStyleAttributes(markup: string) {
  const [attribute] = /<[^>]*\sstyle=[^>]*>/.exec(markup) ?? []
  if (attribute) throw new Error(`The sign-in page may not carry style attributes: ${attribute}`)
}

const fontPreload = (assets: string[], subset: string) => {
  const file = assets.find((name) => name.startsWith(`ibm-plex-sans-${subset}-wght-normal`))
  if (!file) throw new Error(`The font subset ${subset} was not built`)
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}" />`
}

/** The chunk of a language's sign-in texts, by the name that `chunkFileNames` gives it. */
const catalogOf = (assets: string[], locale: string) => {
  const file = assets.find((name) => name.startsWith(`sign-in.${locale}-`) && name.endsWith('.js'))
  if (!file) throw new Error(`The sign-in texts in ${locale} were not built`)
  return file
}

const digest = (text: string, encoding: 'base64' | 'base64url') => createHash('sha256').update(text).digest(encoding)

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
