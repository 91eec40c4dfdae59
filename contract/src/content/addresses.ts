/** The collections of a project's content, as they stand in addresses. */
export const contentCollections = [
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
 * The address under which content is served, for each under which it can be asked for: that of version 2 of a project, and the flat
 * one that names the project by `?projectId=`. The root of OData is found with and without its last slash.
 * Every other address is its own.
 */
export function servedAddress(url: string): string {
  if (url.startsWith('/odata/')) return url.replace(/^(\/odata\/[^/?]+)\/(?=\?|$)/, '$1')
  if (url.startsWith('/project-')) return url.replace(scoped, '/project-$1/api/v1/')
  const [, collection, rest = '', query = ''] = flat.exec(url) ?? []
  if (collection === undefined) return url
  const parameters = new URLSearchParams(query)
  const [project, ...others] = parameters.getAll('projectId')
  if (project === undefined || others.length > 0) return url
  parameters.delete('projectId')
  const kept = parameters.size > 0 ? `?${parameters}` : ''
  return `/project-${encodeURIComponent(project)}/api/v1/${collection}${rest}${kept}`
}
