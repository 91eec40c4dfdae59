/** The path of a resource, in the project of a record where it stands in one. */
export function placedPath(
  { path, scope }: { readonly path: string; readonly scope?: 'project' | null },
  record: object,
): string {
  const { project } = record as { project?: unknown }
  return scope === 'project' ? path.replace('{project}', encodeURIComponent(String(project))) : path
}
