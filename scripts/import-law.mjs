// Checks the import rules (.dependency-cruiser.cjs) and the naming conventions of files.
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Without the trailing slash, which dependency-cruiser does not support.
const repository = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')
const sourceFolders = ['contract/src', 'server/src', 'server/demo', 'server/test', 'web/src', 'e2e', 'bench']
const catchAllNames = /(^|\/)(utils?|helpers?|lib|common|misc)(\/|\.tsx?$)/
const barrel = /(^|\/)index\.tsx?$/

/** Packages that a folder has installed for itself, as bench/ has. */
const packages = /(^|\/)node_modules\//

/** Every TypeScript source of the product below `root`, as paths with `/` relative to it. */
function sources(root) {
  return sourceFolders.flatMap((folder) => {
    let entries
    try {
      entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    } catch {
      return [] // a folder that does not exist yet
    }
    return entries
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((file) => !packages.test(file))
  })
}

/** dependency-cruiser makes swc parse plain TypeScript only; `.tsx` files need the `tsx` option. */
async function readJsx() {
  const { default: swc } = await import('@swc/core')
  const parse = swc.parseFileSync.bind(swc)
  swc.parseFileSync = (file, options) => parse(file, { ...options, tsx: file.endsWith('x') })
}

/** Messages about violations of the import rules in the repository at `root`; empty when there are none. */
export async function findImportViolations(root = repository) {
  const files = sources(root)
  await readJsx()
  const { cruise } = await import('dependency-cruiser')
  const config = createRequire(import.meta.url)(join(repository, '.dependency-cruiser.cjs'))
  const existingFolders = sourceFolders.filter((folder) => files.some((file) => file.startsWith(`${folder}/`)))
  if (existingFolders.length === 0) return ['No sources were found: the rooms have moved or are empty.']
  const { output } = await cruise(existingFolders, {
    ...config.options,
    baseDir: root,
    ruleSet: config,
    validate: true,
  })
  const cruised = new Set(output.modules.map((module) => module.source))
  const notCruised = files.filter((file) => !cruised.has(file))
  // A parser that silently reads nothing would report no violation either; the number of imports detects that.
  const dependencies = output.modules.reduce((sum, module) => sum + module.dependencies.length, 0)
  return [
    ...notCruised.map((file) => `${file} was not seen by the import check`),
    ...(files.length > 20 && dependencies < files.length
      ? [`only ${dependencies} imports in ${files.length} files`]
      : []),
    ...output.summary.violations.map((violation) => `${violation.from} → ${violation.to} (${violation.rule.name})`),
    ...files.filter((file) => catchAllNames.test(file)).map((file) => `${file} is a drawer: name it by its subject`),
    ...files
      .filter((file) => barrel.test(file) && !file.startsWith('web/src/routes/'))
      .map((file) => `${file} is a barrel: import from the file that says it`),
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const violations = await findImportViolations()
  for (const violation of violations) console.log(violation)
  process.exitCode = violations.length > 0 ? 1 : 0
}
