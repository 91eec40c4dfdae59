// Finds or installs the Chromium that the browser tests drive.
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

/** Flags for tests and benchmarks: run in a container, and open no connections but those of the page. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser of `CHROMIUM`, or an installed one; undefined when there is none. */
export function installedBrowser() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  return [...candidatePaths(names), ...applications].find(isExecutable)
}

/**
 * The browser for tests: preferably Debian's headless shell, which renders the same pages and opens them with a quarter
 * of the processor time.
 */
export function installedTestBrowser() {
  return process.env.CHROMIUM || (candidatePaths([headlessShell]).find(isExecutable) ?? installedBrowser())
}

/** The paths at which programs of these names may be, by `PATH`. */
const candidatePaths = (programs) =>
  (process.env.PATH ?? '').split(delimiter).flatMap((directory) => programs.map((program) => join(directory, program)))

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether the browser can render a page: a file of that name may be an installer stub or lack its libraries. */
async function canShowPage(path) {
  const { chromium } = await import('@playwright/test')
  try {
    const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-gpu'] })
    const page = await browser.newPage()
    await page.setContent('<p>here</p>')
    const text = await page.textContent('p')
    await browser.close()
    return text === 'here'
  } catch {
    return false
  }
}

/**
 * A working browser for tests, installed if necessary; undefined when none can be found. `report` gets progress
 * messages.
 */
export async function findBrowser(report) {
  const installed = installedTestBrowser()
  if (installed && (await canShowPage(installed))) {
    if (existsSync('/etc/debian_version') && !installed.endsWith(headlessShell) && !process.env.CHROMIUM)
      report(
        `${installed} is taken. Pages open with two fifths less work in Debian's ${headlessShell}: worth installing.`,
      )
    return installed
  }
  if (process.env.CHROMIUM) return undefined // an explicitly configured browser is not replaced by another one
  return (await installFromDebian(report)) ?? (await installFromNpm(report))
}

async function installFromDebian(report) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  report("No browser is installed: fetching Debian's …")
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { env: environment, stdio: 'ignore', timeout: 600_000 })
  apt('update')
  for (const name of [headlessShell, 'chromium']) {
    const path = `/usr/bin/${name}`
    const { status } = apt('install', '-y', '--no-install-recommends', name)
    if (status === 0 && isExecutable(path) && (await canShowPage(path))) return path
  }
  return undefined
}

/** The browser that an npm package contains, with the libraries it needs on a bare system. */
async function installFromNpm(report) {
  report('No browser is installed: fetching the one from npm …')
  try {
    // The package unpacks its libraries only when it detects AWS Lambda.
    process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x'
    ensureDependencies(extraPackages.browser)
    const { resolve } = createRequire(join(extraPackages.browser, 'package.json'))
    const { default: chromium } = await import(pathToFileURL(resolve('@sparticuz/chromium')).href)
    const path = await chromium.executablePath()
    return (await canShowPage(path)) ? path : undefined
  } catch {
    return undefined
  }
}
