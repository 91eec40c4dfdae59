// Adds to each package-lock.json the packages for other platforms that npm left out because the registry at hand does not
// carry them: `npm ci` refuses a lock file without them, here and everywhere else. With --check it only says so.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { extraPackages, repository } from './ensure-dependencies.mjs'

const files = [repository, ...Object.values(extraPackages)].map((directory) => join(directory, 'package-lock.json'))
const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** What a package made for one platform says of it in its name: `@swc/core-linux-arm64-musl`. */
function platformOf(name) {
  const words = name.split(/[/_-]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined
  return {
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(os === 'linux' && libc ? { libc: [libc] } : {}),
    ...(os ? { os: [os] } : {}),
  }
}

/** Where npm would look for `name` from the package at `path`: beside it, then above. */
function* placesFrom(path, name) {
  for (let base = path; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    yield base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`
    if (base === '') return
  }
}

/** The optional packages that the lock file speaks of but does not list, by their place in the tree. */
export function missingPackages(packages) {
  const missing = new Map()
  for (const [path, { optionalDependencies = {}, dev, license }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if ([...placesFrom(path, name)].some((place) => place in packages)) continue
      if (!/^\d+\.\d+\.\d+[\w.-]*$/.test(version))
        throw new Error(`${path} wants ${name} ${version}, which is no exact version`)
      missing.set(`node_modules/${name}`, {
        version,
        ...(dev ? { dev } : {}),
        license, // a part of the package that names it, made for one platform
        optional: true,
        ...platformOf(name),
      })
    }
  }
  return missing
}

/** Adds to a lock file what is missing in it, unless it is only asked; gives where that would be. */
function complete(file, isOnlyAsked) {
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const missing = missingPackages(lock.packages)
  if (!isOnlyAsked) {
    const [root, ...others] = [...Object.entries(lock.packages), ...missing].sort(([a], [b]) =>
      a.localeCompare(b, 'en'),
    )
    lock.packages = Object.fromEntries([root, ...others])
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  }
  return [...missing.keys()]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const isOnlyAsked = process.argv.includes('--check')
  for (const file of files) {
    for (const place of complete(file, isOnlyAsked)) {
      console.log(`${relative(repository, file)}: ${place}`)
      if (isOnlyAsked) process.exitCode = 1
    }
  }
}
