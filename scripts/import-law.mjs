// Checks who imports whom (.dependency-cruiser.cjs) and that file names keep the conventions.
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Without the slash at its end, which dependency-cruiser does not bear.
const repository = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')
const rooms = ['contract/src', 'server/src', 'server/demo', 'server/test', 'web/src', 'e2e', 'bench']
const drawers = /(^|\/)(utils?|helpers?|lib|common|misc)(\/|\.tsx?$)/
const barrel = /(^|\/)index\.tsx?$/

/** Packages that a room has installed for itself, as the benchmarks have. */
const packages = /(^|\/)node_modules\//

/** Every TypeScript source of ours below `root`'s rooms, as paths with `/` relative to it. */
function sources(root) {
  return rooms.flatMap((room) => {
    let entries
    try {
      entries = readdirSync(join(root, room), { recursive: true, withFileTypes: true })
    } catch {
      return [] // a room that is not built yet
    }
    return entries
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((file) => !packages.test(file))
  })
}

/** dependency-cruiser lets swc read plain TypeScript only; a `.tsx` file needs to be announced as one. */
async function readJsx() {
  const { default: swc } = await import('@swc/core')
  const parse = swc.parseFileSync.bind(swc)
  swc.parseFileSync = (file, options) => parse(file, { ...options, tsx: file.endsWith('x') })
}

/** Sentences about what breaks the law in the repository at `root`; none when all is well. */
export async function lawBreaches(root = repository) {
  const files = sources(root)
  await readJsx()
  const { cruise } = await import('dependency-cruiser')
  const law = createRequire(import.meta.url)(join(repository, '.dependency-cruiser.cjs'))
  const here = rooms.filter((room) => files.some((file) => file.startsWith(`${room}/`)))
  if (here.length === 0) return ['No sources were found: the rooms have moved or are empty.']
  const { output } = await cruise(here, { ...law.options, baseDir: root, ruleSet: law, validate: true })
  const seen = new Set(output.modules.map((module) => module.source))
  const unseen = files.filter((file) => !seen.has(file))
  // A parser that silently reads nothing reports no breach either: this is what tells the two apart.
  const dependencies = output.modules.reduce((sum, module) => sum + module.dependencies.length, 0)
  return [
    ...unseen.map((file) => `${file} was not seen by the import check`),
    ...(files.length > 20 && dependencies < files.length
      ? [`only ${dependencies} imports in ${files.length} files`]
      : []),
    ...output.summary.violations.map((breach) => `${breach.from} → ${breach.to} (${breach.rule.name})`),
    ...files.filter((file) => drawers.test(file)).map((file) => `${file} is a drawer: name it by its subject`),
    ...files
      .filter((file) => barrel.test(file) && !file.startsWith('web/src/routes/'))
      .map((file) => `${file} is a barrel: import from the file that says it`),
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const breaches = await lawBreaches()
  for (const breach of breaches) console.log(breach)
  process.exitCode = breaches.length > 0 ? 1 : 0
}
