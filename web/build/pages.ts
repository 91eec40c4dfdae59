import { readFile } from 'node:fs/promises'

/**
 * The addresses of the application's pages, as the router's generated tree lists them: `/project-{$projectId}/`. The
 * server answers 404 to all others, for which the application shows its not-found page (`/$`).
 */
export async function pagesOf(routeTree: string): Promise<string[]> {
  const text = await readFile(routeTree, 'utf8')
  const [, union = ''] = /\n\s*fullPaths:\n((?:\s*\| '[^']+'\n)+)/.exec(text) ?? []
  const pages = [...union.matchAll(/'([^']+)'/g)].flatMap(([, page]) =>
    page === undefined || page === '/$' ? [] : [page],
  )
  if (pages.length === 0) throw new Error(`No pages were found in ${routeTree}`)
  return pages
}
