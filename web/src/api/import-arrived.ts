import { noteLostCode } from './missing-code'

/** The files that have arrived, or are on their way, by their address. */
const arriving = new Map<string, Promise<void>>()

/**
 * Imports a part of the application once all of its files are there; the build calls it for each `import()`, with the part's own file and
 * those that come with it. A browser remembers of a module that it did not arrive, and never asks for it again as long as the page is
 * open (HTML, "fetch a single module script"): so each file is fetched as any other data first, and imported from the browser's
 * cache. Rejects as `fetch` does, after a `vite:preloadError` with the reason; trying again is worth it. Where the import fails all the same, as
 * without a cache on a net that goes just then, it rejects when the server can be reached again, with what the browser says; a new page is the only way on.
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
    await noteLostCode()
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

/** What the document names itself comes with it, or the page begins anew; what it has loaded since is there. */
const isLoaded = (address: string): boolean =>
  document.querySelector(`link[rel=modulepreload][href="${address}"]`) !== null ||
  performance
    .getEntriesByName(new URL(address, location.href).href, 'resource')
    .some((entry) => (entry as PerformanceResourceTiming).responseStatus === 200)

async function file(address: string): Promise<void> {
  if (isLoaded(address)) return
  const hasArrived = await fetch(address)
    .then(
      // Read to its end: what breaks off on its way has not arrived.
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
      // It would be taken for one that is there when it is asked for again.
      link.remove()
      reject(missingFile(address))
    })
  })
  document.head.append(link)
  return loaded
}
