import { type RawBuilder, sql } from 'kysely'

/** Absolute URL of a project's home: `PUBLIC_URL/project-{id}/` (contract §2). */
export const projectUri = (publicUrl: string): RawBuilder<string> =>
  sql<string>`${`${publicUrl}/project-`} || project.id || '/'`
