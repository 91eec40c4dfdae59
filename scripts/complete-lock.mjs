// Adds to each package-lock.json the packages for other platforms that npm left out because the configured registry
// does not carry them: `npm ci` refuses a lock file without them. With --check it only lists them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { extraPackages, repository } from './ensure-dependencies.mjs'

const files = [repository, ...Object.values(extraPackages)].map((directory) => join(directory, 'package-lock.json'))
const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** The platform that a package is built for, from its name: `@swc/core-linux-arm64-musl`. */
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

/** Where npm looks for `name` from the package at `path`: in its own node_modules, then in those of its parents. */
function* candidatePaths(path, name) {
  for (let base = path; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    yield base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`
    if (base === '') return
  }
}

/** The optional packages that the lock file refers to but does not list, by their path in the tree. */
export function missingPackages(packages) {
  const missing = new Map()
  for (const [path, { optionalDependencies = {}, dev, license }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if ([...candidatePaths(path, name)].some((place) => place in packages)) continue
      if (!/^\d+\.\d+\.\d+[\w.-]*$/.test(version))
        throw new Error(`${path} wants ${name} ${version}, which is no exact version`)
      missing.set(`node_modules/${name}`, {
        version,
        ...(dev ? { dev } : {}),
        license, // the platform build of the package that depends on it
        optional: true,
        ...platformOf(name),
      })
    }
  }
  return missing
}

/** Adds the missing packages to a lock file, unless `isCheck`; returns their paths. */
function complete(file, isCheck) {
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const missing = missingPackages(lock.packages)
  if (!isCheck) {
    const [root, ...others] = [...Object.entries(lock.packages), ...missing].sort(([a], [b]) =>
      a.localeCompare(b, 'en'),
    )
    lock.packages = Object.fromEntries([root, ...others])
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  }
  return [...missing.keys()]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const isCheck = process.argv.includes('--check')
  for (const file of files) {
    for (const place of complete(file, isCheck)) {
      console.log(`${relative(repository, file)}: ${place}`)
      if (isCheck) process.exitCode = 1
    }
  }
}
