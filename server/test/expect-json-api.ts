import { Validator } from 'jsonapi-validator'
import { expect } from 'vitest'

/** A response as `app.inject` returns it. */
interface InjectedAnswer {
  statusCode: number
  headers: Record<string, unknown>
  body: string
}

// The public JSON:API schema, independent of this server.
const validator = new Validator()

/** Checks that a response is a valid JSON:API document by the public schema, with full linkage (JSON:API 1.1). */
export function expectJsonApi({ headers, body }: InjectedAnswer): void {
  expect(headers['content-type']).toBe('application/vnd.api+json')
  const document = JSON.parse(body)
  try {
    validator.validate(document)
  } catch (error) {
    const { errors } = error as { errors: { dataPath: string; message: string }[] }
    expect.fail(`No JSON:API document: ${errors.map(({ dataPath, message }) => `${dataPath} ${message}`).join('; ')}`)
  }
  const identities = [document.data ?? [], document.included ?? []].flat().map(identityOf)
  expect(new Set(identities).size, 'a resource object stands in a document once').toBe(identities.length)
  const linked = new Set([document.data ?? [], document.included ?? []].flat().flatMap(linkedIdentities))
  const unlinked = (document.included ?? []).map(identityOf).filter((identity: string) => !linked.has(identity))
  expect(unlinked, 'everything included is linked to').toEqual([])
}

const identityOf = ({ type, id }: { type: string; id: string }) => `${type}/${id}`

function linkedIdentities({ relationships = {} }: { relationships?: Record<string, { data: unknown }> }): string[] {
  return Object.values(relationships).flatMap(({ data }) => [data ?? []].flat().map((one) => identityOf(one as never)))
}
