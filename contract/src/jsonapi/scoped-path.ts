/** The path of a resource, with the project of the record filled in for resources of a project. */
export function scopedPath(
  { path, scope }: { readonly path: string; readonly scope?: 'project' | null },
  record: object,
): string {
  const { project } = record as { project?: unknown }
  return scope === 'project' ? path.replace('{project}', encodeURIComponent(String(project))) : path
}
