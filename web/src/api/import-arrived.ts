import { markCodeLost } from './missing-code'

/** Files that are loaded or loading, by address. */
const arriving = new Map<string, Promise<void>>()

/**
 * Imports a chunk of the application after fetching all of its files; the build calls it for each `import()` with the chunk's own file and
 * its dependencies. A browser remembers a failed module import and never retries it within a page (HTML, "fetch a single module script"),
 * so each file is first fetched as plain data and then imported from the browser's cache. Rejects like `fetch`, after a
 * `vite:preloadError`: retrying makes sense. If the import itself fails, for instance without a cache on a network that fails in between,
 * it rejects once the server can be reached again; only reloading the page helps then.
 */
export async function importArrived<Part>(load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> {
  try {
    await Promise.all(files.map((file) => arrivalOf(`/${file}`)))
  } catch (error) {
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
    throw error
  }
  try {
    return await load()
  } catch (error) {
    await markCodeLost()
    throw error
  }
}

function arrivalOf(address: string): Promise<void> {
  const known = arriving.get(address)
  if (known) return known
  const coming = address.endsWith('.css') ? styleSheet(address) : file(address)
  arriving.set(address, coming)
  coming.catch(() => arriving.delete(address))
  return coming
}

/** True for files that the document itself preloads, and for those loaded since. */
const isLoaded = (address: string): boolean =>
  document.querySelector(`link[rel=modulepreload][href="${address}"]`) !== null ||
  performance
    .getEntriesByName(new URL(address, location.href).href, 'resource')
    .some((entry) => (entry as PerformanceResourceTiming).responseStatus === 200)

async function file(address: string): Promise<void> {
  if (isLoaded(address)) return
  const hasArrived = await fetch(address)
    .then(
      // Reads the body to its end, so that a transfer that breaks off counts as failed.
      (answer) => answer.arrayBuffer().then(() => answer.ok),
    )
    .catch(() => false)
  if (!hasArrived) throw missingFile(address)
}

const missingFile = (address: string) => new TypeError(`${address} did not arrive`)

function styleSheet(address: string): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${address}"]`)) return Promise.resolve()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address, crossOrigin: '' })
  const loaded = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      // Otherwise the next attempt would take it for a loaded style sheet.
      link.remove()
      reject(missingFile(address))
    })
  })
  document.head.append(link)
  return loaded
}
