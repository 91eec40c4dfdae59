import { Problem } from '@lintel/contract/problems'
import type { FastifyRequest } from 'fastify'

/** The project in the path of a request, if any. */
export const projectOf = ({ params }: FastifyRequest): string | undefined =>
  (params as { project?: string } | undefined)?.project

/** The customer in the path of a request, if any. */
export const customerOf = ({ params }: FastifyRequest): string | undefined =>
  (params as { customer?: string } | undefined)?.customer

/** Throws 404 if the record is of another project than the path. */
export function refuseOtherProject(project: string | undefined, record: object): void {
  if (project !== undefined && (record as { project?: unknown }).project !== project) throw new Problem('notFound')
}

interface Draft {
  data: { relationships?: Record<string, { data?: { id?: unknown } | null }> }
}

const isDraft = (body: unknown): body is Draft =>
  typeof body === 'object' &&
  body !== null &&
  typeof (body as Partial<Draft>).data === 'object' &&
  (body as Draft).data !== null

/** The body of a creation with the project of the path added. Throws 409 if it names another one. */
export function withPathProject(request: FastifyRequest): unknown {
  const { body } = request
  const project = projectOf(request)
  if (project === undefined || !isDraft(body)) return body
  const { relationships } = body.data
  const bodyProject = relationships?.project?.data?.id
  if (bodyProject !== undefined && bodyProject !== project) {
    throw new Problem('typeConflict', { pointer: '/data/relationships/project' })
  }
  const withProject = { ...relationships, project: { data: { type: 'projects', id: project } } }
  return { ...body, data: { ...body.data, relationships: withProject } }
}
