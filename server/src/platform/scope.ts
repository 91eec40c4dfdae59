import { Problem } from '@lintel/contract/problems'
import type { FastifyRequest } from 'fastify'

/** The project that an address names; undefined where it names none. */
export const projectOf = ({ params }: FastifyRequest): string | undefined =>
  (params as { project?: string } | undefined)?.project

/** The customer that an address names; undefined where it names none. */
export const customerOf = ({ params }: FastifyRequest): string | undefined =>
  (params as { customer?: string } | undefined)?.customer

/** A record of another project than the address names is not found there. */
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

/** The body of a creation with the project that its address names. Throws 409 where it says another. */
export function inAddressedProject(request: FastifyRequest): unknown {
  const { body } = request
  const project = projectOf(request)
  if (project === undefined || !isDraft(body)) return body
  const { relationships } = body.data
  const said = relationships?.project?.data?.id
  if (said !== undefined && said !== project) {
    throw new Problem('typeConflict', { pointer: '/data/relationships/project' })
  }
  const named = { ...relationships, project: { data: { type: 'projects', id: project } } }
  return { ...body, data: { ...body.data, relationships: named } }
}
