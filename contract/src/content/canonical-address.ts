/** The collections of a project's content, as named in addresses. */
const contentCollections = [
  'buildings',
  'checklist-runs',
  'checklist-statuses',
  'checklists',
  'custom-views',
  'documents',
  'folder-labels',
  'folders',
  'groups',
  'ifc-models',
  'label-groups',
  'report-templates',
  'spaces',
  'takt-trains',
  'topics',
  'workflow-statuses',
  'workflows',
] as const

const scoped = /^\/project-([^/?]+)\/api\/v2\//
const flat = new RegExp(`^/mgw/api/v[23]/(${contentCollections.join('|')})(/[^?]*)?\\?(.*)$`)

/**
 * Rewrites the alternative addresses of content to the canonical one: those of version 2 of a project, and the flat ones with
 * `?projectId=`. The root of OData is accepted with and without a trailing slash. All other addresses stay unchanged.
 */
export function canonicalAddress(url: string): string {
  if (url.startsWith('/odata/')) return url.replace(/^(\/odata\/[^/?]+)\/(?=\?|$)/, '$1')
  if (url.startsWith('/project-')) return url.replace(scoped, '/project-$1/api/v1/')
  const [, collection, rest = '', query = ''] = flat.exec(url) ?? []
  if (collection === undefined) return url
  const parameters = new URLSearchParams(query)
  const [project, ...others] = parameters.getAll('projectId')
  if (project === undefined || others.length > 0) return url
  parameters.delete('projectId')
  const queryString = parameters.size > 0 ? `?${parameters}` : ''
  return `/project-${encodeURIComponent(project)}/api/v1/${collection}${rest}${queryString}`
}
