import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../test/test-app'
import { testDatabase } from '../../test/test-database'
import { openWebFiles } from './web-files'

const directory = mkdtempSync(join(tmpdir(), 'lintel-web-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const script = `export const words = ${JSON.stringify('beam and post '.repeat(500))}`
/** Not the real compression of the script, so that it is recognisable. */
const packed = brotliCompressSync('packed beforehand')
const files: Record<string, string | Buffer> = {
  'index.html': '<!doctype html><html lang="en"><title>Application</title>',
  'login/en.html': '<!doctype html><html lang="en"><style>a{}</style>',
  'login/nb.html': '<!doctype html><html lang="nb"><style>a{}</style>',
  'assets/main-AbCd1234.js': script,
  'assets/main-AbCd1234.js.map': '{"sources":["secret.ts"]}',
  'assets/packed-Ef567890.js': script,
  'assets/packed-Ef567890.js.br': packed,
  'assets/plex-1.woff2': 'font',
  'assets/.htpasswd': 'secret',
  '.env': 'secret',
  '.git/config': 'secret',
  'csp.json': JSON.stringify({ styleHashes: ['sha256-abc='], scriptHashes: [] }),
  'pages.json': JSON.stringify([
    '/',
    '/login',
    '/guest',
    '/projects',
    '/new-project/',
    '/project-{$projectId}/',
    '/made/$projectId',
    '/users/$userId',
    '/customers/customer/$customerId',
  ]),
  'robots.txt': 'User-agent: *',
}
for (const [name, content] of Object.entries(files)) {
  mkdirSync(join(directory, name, '..'), { recursive: true })
  writeFileSync(join(directory, name), content)
}

const { db } = await testDatabase()
const web = openWebFiles(directory)
const app = await testApp({ db, fallback: web.answer })
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const open = (url: string, headers: Record<string, string> = {}) =>
  get(url, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers })

test('a hashed file is sent once and for all', async () => {
  const { statusCode, headers, body } = await get('/assets/main-AbCd1234.js?v=1')
  expect([statusCode, body]).toEqual([200, script])
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  })
})

test('text is compressed as the client takes it, a font is not', async () => {
  const as = (encoding: string) => get('/assets/main-AbCd1234.js', { 'accept-encoding': encoding })
  const br = await as('gzip, deflate, br;q=1.0')
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(script)
  expect(br.rawPayload.length).toBeLessThan(script.length / 10)
  const gzip = await as('gzip, br;q=0')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(script)
  expect((await as('identity')).headers).not.toHaveProperty('content-encoding')
  expect((await as('')).body).toBe(script)
  expect((await get('/assets/plex-1.woff2', { 'accept-encoding': 'br' })).headers).not.toHaveProperty(
    'content-encoding',
  )
})

test('what the build has compressed is sent as it lies there', async () => {
  const { headers, rawPayload } = await get('/assets/packed-Ef567890.js', { 'accept-encoding': 'br' })
  expect(headers['content-encoding']).toBe('br')
  expect(rawPayload.equals(packed)).toBe(true)
  expect((await get('/assets/packed-Ef567890.js.br')).statusCode).toBe(404)
})

test('a file that could not be read once is read at the next request, and the failure is not cached', async () => {
  const names = ['assets/main-AbCd1234.js', 'assets/packed-Ef567890.js.br', 'login/en.html']
  const reopened = await testApp({ db, fallback: openWebFiles(directory).answer })
  const statuses = async () => {
    const requests = [
      { url: '/assets/main-AbCd1234.js', headers: {} },
      { url: '/assets/packed-Ef567890.js', headers: { 'accept-encoding': 'br' } },
      { url: '/login', headers: { accept: 'text/html', cookie: 'lintel-theme=dark' } },
    ]
    const responses = await Promise.all(requests.map((request) => reopened.inject(request)))
    return responses.map(({ statusCode, headers }) => [
      statusCode,
      String(headers['cache-control']).includes('max-age'),
    ])
  }
  for (const name of names) {
    rmSync(join(directory, name))
    mkdirSync(join(directory, name))
  }
  expect(await statuses()).toEqual([
    [500, false],
    [500, false],
    [500, false],
  ])
  for (const name of names) {
    rmSync(join(directory, name), { recursive: true })
    writeFileSync(join(directory, name), files[name] ?? '')
  }
  expect(await statuses()).toEqual([
    [200, true],
    [200, true],
    [200, false],
  ])
})

test('what the client has already is not sent again', async () => {
  const { headers } = await open('/')
  const again = await open('/', { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  // A compressing proxy makes the ETag weak.
  for (const known of [`"other" , W/${headers.etag}`, '*'])
    expect((await open('/', { 'if-none-match': known })).statusCode, known).toBe(304)
  expect((await open('/', { 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('H1: a page has the page policy with the hashes of the build, and is asked for anew each time', async () => {
  const { headers } = await open('/')
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-abc='; img-src 'self' data:; font-src 'self'; " +
      "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; " +
      "frame-ancestors 'none'; require-trusted-types-for 'script'",
  )
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
})

test('H1: pages whose addresses carry secrets tell no other page where people came from', async () => {
  const pages = [
    '/login',
    '/login?email=a&tmppass=b',
    '/logout',
    '/guest/abc',
    '/reset-password',
    '/mfa-challenge',
    '/federation?code=a&state=b',
    '/invalid-existing-password?email=a',
    '/password-changed?email=a',
    '/confirm-email?code=a',
  ]
  for (const page of pages) expect((await open(page)).headers['referrer-policy'], page).toBe('no-referrer')
  expect((await open('/logins')).headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
})

test('the sign-in page comes in the language of the person', async () => {
  const lang = async (accepted?: string) =>
    /lang="(..)"/.exec((await open('/login', accepted === undefined ? {} : { 'accept-language': accepted })).body)?.[1]
  expect(await lang('no,en;q=0.5')).toBe('nb')
  expect(await lang('en;q=0.5, nn-NO;q=0.9')).toBe('nb')
  expect(await lang('pt-BR, fi')).toBe('en')
  expect(await lang()).toBe('en')
  expect(await lang(';;;q=x, *, <script>')).toBe('en')
  expect((await open('/login')).headers.vary).toBe('accept, accept-language, cookie, sec-fetch-site')
})

test('a guest link opens the sign-in page', async () => {
  const page = await open('/guest?id=abc', { 'accept-language': 'nb' })
  expect(page.body).toContain('lang="nb"')
  expect((await open('/guests')).body).not.toContain('<style>')
})

test('the language that the person chose goes before those of the browser', async () => {
  const lang = async (cookie: string) =>
    /lang="(..)"/.exec((await open('/login', { cookie, 'accept-language': 'en' })).body)?.[1]
  expect(await lang('other=1; lintel-language=nb')).toBe('nb')
  expect(await lang('lintel-language=xx')).toBe('en')
  expect(await lang('not-lintel-language=nb')).toBe('en')
})

test('a page arrives as bright as the person chose, another time than without a choice', async () => {
  const theme = async (url: string, cookie: string) => {
    const { body, headers } = await open(url, { cookie })
    expect(headers.vary).toContain('cookie')
    return [/<html[^>]*>/.exec(body)?.[0], headers.etag]
  }
  for (const [url, html] of [
    ['/login', '<html lang="en">'],
    ['/', '<html lang="en">'],
  ] as const) {
    const [plain, etag] = await theme(url, 'other=1')
    expect(plain).toBe(html)
    const [dark, darkTag] = await theme(url, 'other=1; lintel-theme=dark')
    expect(dark).toBe(html.replace('<html', '<html data-theme="dark"'))
    expect(darkTag).not.toBe(etag)
    expect((await theme(url, 'lintel-theme=light; a=b'))[0]).toBe(html.replace('<html', '<html data-theme="light"'))
    expect((await theme(url, 'lintel-theme=%22onload'))[0]).toBe(html)
    expect((await theme(url, 'not-lintel-theme=dark'))[0]).toBe(html)
  }
})

test("every address of the application is the application, a project's as well", async () => {
  for (const url of [
    '/',
    '/projects',
    '/project-018cc251/',
    '/project-018cc251',
    '/users/anna@nordbygg.example',
    '/customers/customer/-1',
  ]) {
    const { statusCode, body } = await open(url)
    expect([statusCode, body], url).toEqual([200, files['index.html']])
  }
})

test("the gateway, the identity service and a project's content never answer with a page", async () => {
  for (const url of [
    '/mgw/api/v3/nothing',
    '/scim/nobody/v2/Nothing',
    '/odata/nobody/topics/Nothing',
    '/auth/v1/nothing',
    '/project-1/api/v1/topics',
    '/assets/gone-1.js',
    '/.well-known/nothing',
    '/mgw',
  ]) {
    const { statusCode, headers } = await open(url)
    expect([statusCode, headers['content-type']], url).toEqual([404, expect.stringContaining('json')])
  }
})

test('who asks for something else gets no page, who takes anything gets it', async () => {
  expect((await get('/projects', { accept: 'application/json' })).statusCode).toBe(404)
  for (const headers of [{}, { accept: '*/*' }, { accept: 'text/*' }]) {
    expect((await get('/', headers)).headers['content-type']).toBe('text/html; charset=utf-8')
  }
})

test('an address without a page is not found, and the application says so', async () => {
  const status = async (url: string) => (await open(url)).statusCode
  for (const url of ['/', '/login?email=x', '/new-project', '/new-project/', '/project-1a/', '/made/1a']) {
    expect([url, await status(url)]).toEqual([url, 200])
  }
  for (const url of ['/nowhere', '/project-1a/nowhere', '/made', '/made/1a/2', '/new-projects']) {
    const { statusCode, body } = await open(url)
    expect([url, statusCode, body]).toEqual([url, 404, files['index.html']])
  }
})

test('J4: source maps, hidden files, the policy file and whatever leaves the folder are never served', async () => {
  const secrets = [
    '/assets/main-AbCd1234.js.map',
    '/assets/.htpasswd',
    '/.env',
    '/.git/config',
    '/csp.json',
    '/login/../.env',
    '/assets/../../package.json',
    '/assets/%2e%2e/.env',
    '/..%2f..%2fpackage.json',
    '/assets//../.env',
    '/index.php',
    '/backup.zip',
    '/.vscode/',
  ]
  for (const url of secrets) {
    for (const answered of [await open(url), await get(url)]) {
      expect(answered.statusCode, url).toBe(404)
      expect(answered.body, url).not.toContain('secret')
    }
  }
})

test('only reading is offered', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    expect((await app.inject({ method, url: '/', headers: { accept: 'text/html' } })).statusCode).toBe(404)
  }
  const head = await app.inject({ method: 'HEAD', url: '/assets/main-AbCd1234.js' })
  expect([head.statusCode, head.body]).toEqual([200, ''])
})

test('without a build there is nothing to serve, and the rest works', async () => {
  const bare = await testApp({ db, fallback: openWebFiles(join(directory, 'nowhere')).answer })
  expect((await bare.inject({ url: '/', headers: { accept: 'text/html' } })).statusCode).toBe(404)
})

test('an entity tag is of the content', async () => {
  const { headers } = await get('/robots.txt')
  const hash = createHash('sha256')
    .update(files['robots.txt'] ?? '')
    .digest('base64url')
  expect(headers.etag).toBe(`"${hash.slice(0, 22)}"`)
  expect(headers['cache-control']).toBe('public, max-age=3600')
})

test('what one request adds to the sign-in page is in no other, and no cache keeps it for somebody else', async () => {
  const adding = openWebFiles(directory, ({ url }, _reply, locale) =>
    url.includes('failed') ? (document) => document.replace('<style>', `<p>${locale}</p><style>`) : undefined,
  )
  const server = await testApp({ db, fallback: adding.answer })
  const ask = (url: string) =>
    server.inject({ url, headers: { accept: 'text/html', 'accept-language': 'nb', 'accept-encoding': 'br' } })
  const plain = await ask('/login')
  expect(plain.headers).toMatchObject({ 'cache-control': 'no-cache', vary: expect.stringContaining('sec-fetch-site') })
  const added = await ask('/login?failed=x')
  expect(added.body).toContain('<p>nb</p>')
  expect(added.headers['cache-control']).toBe('private, no-cache')
  expect(added.headers['content-security-policy']).toBe(plain.headers['content-security-policy'])
  expect(added.headers.etag).not.toBe(plain.headers.etag)
  expect((await ask('/login')).body).toBe(plain.body)
  expect((await ask('/projects?failed=x')).body).not.toContain('<p>')
})
