import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { catalogParts } from './catalog-parts'

const folder = mkdtempSync(path.join(tmpdir(), 'lintel-texts-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}
const catalog = (texts: Record<string, string>) =>
  Object.entries(texts)
    .map(([id, text]) => `#: src/portal/words.ts\nmsgid "${id}"\nmsgstr "${text}"\n`)
    .join('\n')
const catalogs = (english: Record<string, string>, polish: Record<string, string>) => {
  write('locales/en/application.po', catalog(english))
  write('locales/pl/application.po', catalog(polish))
}

write('package.json', '{}')
write(
  '.linguirc',
  JSON.stringify({
    ...{ locales: ['en', 'pl'], sourceLocale: 'en' },
    catalogs: [{ path: '<rootDir>/locales/{locale}/application', include: ['<rootDir>/src/**'] }],
  }),
)
write('index.ts', "export { messages } from './locales/pl/application.po?portal'")

/** Builds the catalogs as for the application. */
const built = () =>
  build({
    ...{ root: folder, configFile: false, logLevel: 'silent' },
    plugins: [catalogParts(folder)],
    build: { write: false, lib: { entry: 'index.ts', formats: ['es'], fileName: 'index' } },
  })

test('the build fails on a text that is not translated, and names it', async () => {
  catalogs(
    { Projects: 'Projects', 'New project': 'New project' },
    { Projects: 'Projekty', 'New project': 'Nowy projekt' },
  )
  expect(JSON.stringify(await built())).toContain('Nowy projekt')
  catalogs({ Projects: 'Projects', 'New project': 'New project' }, { Projects: 'Projekty', 'New project': '' })
  await expect(built()).rejects.toThrow('Not translated into pl: New project')
}, 30_000)

test('the build fails on a translation that is no message', async () => {
  catalogs({ Projects: 'Projects' }, { Projects: '{count, plural, one {projekt}' })
  await expect(built()).rejects.toThrow('Texts in pl do not compile')
}, 30_000)

/** Runs check-texts on these sources and catalogs: its output and exit code. */
const checked = () =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const check = [path.join(import.meta.dirname, 'check-texts.ts'), folder]
    execFile(process.execPath, ['--import', 'tsx', ...check], (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })

/** Writes sources with these texts. */
const say = (...texts: string[]) => {
  const words = texts.map((text) => `msg\`${text}\``)
  write('src/portal/words.ts', `import { msg } from '@lingui/core/macro'\nexport const words = [${words}]`)
}

test('the check finds what is new, untranslated, left over, filled in differently, or noted for other files', async () => {
  say('Projects', 'Hello')
  catalogs({ Projects: 'Projects', Hello: 'Hello' }, { Projects: 'Projekty', Hello: 'Dzień dobry' })
  expect(await checked()).toEqual({ code: 0, output: 'Texts are complete in 2 languages.\n' })

  write('src/console/words.ts', "import { msg } from '@lingui/core/macro'\nexport const words = [msg`Hello`]")
  const moved = await checked()
  rmSync(path.join(folder, 'src/console'), { recursive: true })
  expect(moved.code).toBe(1)
  expect(moved.output.trim().split('\n')).toEqual([
    'locales/en/application.po: stands in other files now (npm run i18n:extract -w web): Hello',
    'locales/pl/application.po: stands in other files now (npm run i18n:extract -w web): Hello',
  ])

  say('Projects', 'Hello', 'New')
  catalogs({ Projects: 'Projects', Hello: 'Hello', Left: 'Left' }, { Projects: '', Hello: 'Dzień dobry, {name}' })
  const { code, output } = await checked()
  expect(code).toBe(1)
  const found = output.trim().split('\n').sort()
  expect(found).toEqual([
    'locales/en/application.po: no longer in the sources: Left',
    'locales/en/application.po: not in the catalog (npm run i18n:extract -w web): New',
    'locales/pl/application.po: not in the catalog (npm run i18n:extract -w web): New',
    'locales/pl/application.po: not translated: Projects',
    'locales/pl/application.po: other placeholders: Hello',
  ])
}, 60_000)
