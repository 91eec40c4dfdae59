import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Locale } from '@lintel/contract/settings/locales'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isNotModified } from './entity-tags'
import { varyByEncoding } from './media-types'
import { readerLocale } from './reader-locale'

/** The files of the web application. `answer` sends the requested one; false if there is none and it is no page. */
export interface WebFiles {
  answer(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
}

/** Served file types; source maps, dotfiles and unknown types never are (security J4). */
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}
const compressible = /^(text|image\/svg|application\/manifest)/

/** Paths of the gateway, of SCIM and OData, and of pages rendered by the server: never pages of the application. */
const otherPaths = /^\/(mgw|auth|dev|scim|odata|assets|\.well-known|project-[^/]+\/api)(\/|$)/

/** Pages whose URLs contain secrets or lead to such (security H1). */
const authPages =
  /^\/(login|logout|guest|reset-password|mfa-[a-z]+|invalid-existing-password|password-changed|confirm-email|federation[^/]*)(\/|$)/

/** Pages prerendered per language: the sign-in page, which guest links open as well. */
const loginPages = /^\/(login|guest)\/?$/

/** What a request adds to the sign-in page; undefined if the page is sent as built, already compressed. */
export type AddToSignIn = (
  request: FastifyRequest,
  reply: FastifyReply,
  locale: Locale,
) => ((document: string) => string) | undefined

const csp = z.object({ styleHashes: z.array(z.string()), scriptHashes: z.array(z.string()) })

/** `web/dist`, from the sources as well as from the bundle in `server/dist`. */
function distDirectory(): string {
  const here = ['../../web/dist/', '../../../web/dist/'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  return here.find(existsSync) ?? here[0] ?? ''
}

/** Lists the files to serve; none without a build. Contents are read on first request. */
export function openWebFiles(directory = distDirectory(), addToSignIn?: AddToSignIn): WebFiles {
  const files = filesIn(directory)
  const policy = policyOf(directory)
  const isPage = pagesIn(directory)
  return {
    async answer(request, reply) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const path = request.url.split('?')[0] ?? ''
      const asset = files.get(path)
      if (asset && !asset.isDocument) {
        // A failed read must not be answered with headers that let it be cached.
        await asset.read()
        reply.header(
          'cache-control',
          path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        )
        await send(request, reply, asset)
        return true
      }
      if (!isNavigation(request, path)) return false
      const isLogin = loginPages.test(path)
      const locale = readerLocale(request)
      const prerendered = files.get(`/${isLogin ? 'login' : 'application'}/${locale}.html`) ?? files.get('/index.html')
      if (!prerendered) return false
      const themed = applyTheme(prerendered, chosenTheme(request.headers.cookie))
      const added = isLogin ? addToSignIn?.(request, reply, locale) : undefined
      const document = added ? extendForRequest(themed, added) : themed
      // The application shows its own error page; the status is for other clients.
      if (!isPage(path)) reply.code(404)
      reply.headers({ 'content-security-policy': policy, 'cache-control': added ? 'private, no-cache' : 'no-cache' })
      reply.header('vary', `accept, accept-language, cookie${isLogin ? ', sec-fetch-site' : ''}`)
      // The page reads the request id from there, for the error page.
      reply.header('server-timing', `request;desc="${request.id}"`)
      if (authPages.test(path)) reply.header('referrer-policy', 'no-referrer')
      await send(request, reply, document)
      return true
    },
  }
}

/** The chosen colour scheme, from a cookie like that of the language. */
const chosenTheme = (cookies: string | undefined) =>
  cookies?.match(/(?:^|; )lintel-theme=(light|dark)(?=;|$)/)?.[1] as Theme | undefined

type Theme = 'light' | 'dark'

/** The document with the chosen theme, so that it does not flash before scripts run. */
function applyTheme(document: WebFile, theme: Theme | undefined): WebFile {
  if (!theme) return document
  const known = document.themed.get(theme)
  if (known) return known
  const read = loadOnce(async () => contentOf(withTheme((await document.read()).plain, theme)))
  const variant = { ...document, read }
  document.themed.set(theme, variant)
  return variant
}

/** The document with additions for one request, compressed for that alone. */
const extendForRequest = (document: WebFile, added: (document: string) => string): WebFile => ({
  ...document,
  read: async () => contentOf(Buffer.from(added((await document.read()).plain.toString()))),
})

const withTheme = (html: Buffer, theme: Theme) =>
  Buffer.from(html.toString().replace('<html ', `<html data-theme="${theme}" `))

/** Browsers accept HTML explicitly; `curl` and monitors accept anything. */
const acceptsHtml = ({ headers: { accept } }: FastifyRequest) =>
  accept === undefined || /text\/html|text\/\*|\*\/\*/.test(accept)

/** Is it a navigation to a page? Paths that look like a file or a hidden folder (scanners) get a plain 404. */
const isNavigation = (request: FastifyRequest, path: string) =>
  acceptsHtml(request) &&
  !otherPaths.test(path) &&
  !/\/\./.test(path) &&
  !/\.(js|css|map|json|xml|txt|php|env|sql|ya?ml|ini|log|bak|zip|gz|png|ico|svg|woff2?)$/i.test(path)

interface WebFile {
  path: string
  type: string
  isDocument: boolean
  /** Created on first use. */
  themed: Map<Theme, WebFile>
  read(): Promise<Content>
}

interface Content {
  etag: string
  plain: Buffer
  /** By content coding: compressed by the build, else once on first request. */
  encoded: Map<string, () => Promise<Buffer>>
}

function filesIn(directory: string): Map<string, WebFile> {
  const files = new Map<string, WebFile>()
  if (!existsSync(directory)) return files
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(directory, file).split(sep).join('/')}`
    const type = types[extname(entry.name)]
    if (!entry.isFile() || !type || /\/\./.test(path)) continue
    const read = loadOnce(() => load(file))
    files.set(path, { path, type, isDocument: type.startsWith('text/html'), themed: new Map(), read })
  }
  return files
}

/** Loads on the first call and keeps the result. A failure is not kept: the next call tries again. */
function loadOnce<T>(loadValue: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= loadValue().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

async function load(file: string): Promise<Content> {
  const content = contentOf(await readFile(file))
  if (existsSync(`${file}.br`)) {
    const compressed = await readFile(`${file}.br`)
    content.encoded.set('br', async () => compressed)
  }
  return content
}

const contentOf = (plain: Buffer): Content => ({
  plain,
  etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  encoded: new Map(),
})

/** Does a path have a page, by the list that the build writes? `$name` and `{$name}` match one segment. */
function pagesIn(directory: string): (path: string) => boolean {
  const file = join(directory, 'pages.json')
  if (!existsSync(file)) return () => true
  const pages = z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
  const patterns = pages.map((page) =>
    page
      .replace(/\/$/, '')
      .replaceAll(/\{?\$\w+\}?|[.*+?^()|[\]\\]/g, (part) => (part.includes('$') ? '[^/]+' : `\\${part}`)),
  )
  const known = new RegExp(`^(${patterns.join('|')})/?$`)
  return (path) => known.test(path)
}

/** The Content-Security-Policy of pages (security H1), with the hashes of inlined code. */
function policyOf(directory: string): string {
  const file = join(directory, 'csp.json')
  const { styleHashes, scriptHashes } = existsSync(file)
    ? csp.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { styleHashes: [], scriptHashes: [] }
  const sources = (hashes: readonly string[]) => ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ')
  return [
    "default-src 'none'",
    `script-src ${sources(scriptHashes)}`,
    `style-src ${sources(styleHashes)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** Encoders of files that the build did not compress, fast enough for a waiting client. */
const encoders: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

/** Compression does not pay off below. */
const minCompressedBytes = 1_024

async function send(request: FastifyRequest, reply: FastifyReply, { type, read }: WebFile): Promise<void> {
  const { etag, plain, encoded } = await read()
  reply.header('etag', etag).type(type)
  const canCompress = compressible.test(type) && plain.length >= minCompressedBytes
  if (canCompress) varyByEncoding(reply)
  if (reply.statusCode === 200 && isNotModified(request, etag)) {
    await reply.code(304).send()
    return
  }
  const encoding = canCompress ? encodingFor(request.headers['accept-encoding']) : undefined
  if (encoding === undefined) {
    await reply.send(plain)
    return
  }
  const encode = encoded.get(encoding) ?? loadOnce(async () => encoders[encoding]?.(plain) ?? plain)
  encoded.set(encoding, encode)
  const bytes = await encode()
  await reply.header('content-encoding', encoding).send(bytes)
}

/** The trimmed parts of a header, split without a pattern: `\s*,` takes quadratic time for a long run of blanks. */
const partsOf = (header: string, separator: string): string[] => header.split(separator).map((part) => part.trim())

/** The best encoding that the client accepts; `;q=0` excludes one. */
function encodingFor(accepted: string | string[] | undefined): string | undefined {
  const acceptedNames = partsOf(String(accepted ?? ''), ',')
    .map((part) => partsOf(part, ';'))
    .filter(([, quality = '']) => !/^q=0(\.0*)?$/.test(quality))
    .map(([name]) => name)
  return Object.keys(encoders).find((encoding) => acceptedNames.includes(encoding))
}
