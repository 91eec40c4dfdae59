import type { z } from 'zod'
import { Problem, type ProblemCode, type ProblemObject, problemObject } from '../problems'
import { fieldProblem } from './field-problem'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Request headers that only some calls evaluate. */
export type RequestHeader = 'Content-Digest' | 'Idempotency-Key' | 'Last-Event-ID' | 'OData-MaxVersion' | 'Prefer'

/** Response headers that only some calls send. */
export type ResponseHeader = 'OData-Version' | 'Omitted-Projects' | 'Preference-Applied'

/** The declaration of a call: everything that is not a resource (sign-in, tokens, lookups, logs). */
export interface CallDeclaration<
  Path extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  method: Method
  /** With `{name}` for each path parameter: `/mgw/api/v2/guest-login/{id}`. */
  path: string
  /** One line for the API description. */
  summary: string
  parameters?: Path
  query?: Query
  body?: Body
  /** Schema of the response body of a success; without it the body is empty. An optional one may be omitted: 204. */
  answer?: Answer
  /** Status of a success: by default 200 with a body, else 204. */
  status?: number
  /** Media type of the response, or a range that contains it; default JSON. */
  mediaType?: string
  /** Media types of the response that the request or the record may choose instead. */
  otherMediaTypes?: readonly string[]
  /** Headers that it evaluates, beside those of conditional requests and of ranges. */
  requestHeaders?: readonly RequestHeader[]
  /** Headers of a success, beside those of versions, of creations and of ranges. */
  responseHeaders?: readonly ResponseHeader[]
  /** Media type of the request body; default JSON. Without a `body`, the body is bytes. */
  bodyMediaType?: string
  /** The problems of this call beside those of every call. */
  problems?: readonly ProblemCode[]
}

/** A declared call with its default status filled in. */
export interface Call<
  Path extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> extends CallDeclaration<Path, Query, Body, Answer> {
  readonly status: number
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where every shape of call is accepted
export type AnyCall = Call<any, any, any, any>

/** The parsed input of the server's handler. */
export interface CallInput<C extends AnyCall> {
  parameters: C extends Call<infer Path> ? z.output<Path> : never
  query: C extends Call<z.ZodObject, infer Query> ? z.output<Query> : never
  body: C extends Call<z.ZodObject, z.ZodObject, infer Body> ? z.output<Body> : never
}

/** The request body of a call as a client writes it. */
export type CallBody<C extends AnyCall> = C extends Call<z.ZodObject, z.ZodObject, infer Body> ? z.input<Body> : never

/** The response body of a successful call. */
export type CallAnswer<C extends AnyCall> =
  C extends Call<z.ZodObject, z.ZodObject, z.ZodType, infer Answer> ? z.output<Answer> : never

/** Declares a call once for the server's parser, the client and the API description. */
export const call = <
  Path extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodVoid,
>(
  declaration: CallDeclaration<Path, Query, Body, Answer>,
): Call<Path, Query, Body, Answer> => ({
  ...declaration,
  status: declaration.status ?? (declaration.answer ? 200 : 204),
})

/** The address of a call with path parameters and query filled in. */
export function callAddress(
  { path }: Pick<AnyCall, 'path'>,
  parameters: Record<string, string> = {},
  query: Record<string, string | undefined> = {},
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(parameters[key] ?? ''))
  const queryString = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return queryString.size > 0 ? `${filled}?${queryString}` : filled
}

/** Parses one part of a call's input. Throws 422 with pointers for the body, or 400 with parameter names for path and query. */
export function readCallPart<S extends z.ZodType>(schema: S, value: unknown, part: 'body' | 'parameter'): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const toProblems = part === 'body' ? bodyProblems : parameterProblems
  throw Problem.all(parsed.error.issues.flatMap(toProblems))
}

const bodyProblems = (issue: z.core.$ZodIssue): ProblemObject[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => problemObject('unknownField', { pointer: `/${[...issue.path, key].join('/')}` }))
    : [fieldProblem(issue, `/${issue.path.join('/')}`)]

const parameterProblems = (issue: z.core.$ZodIssue): ProblemObject[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => problemObject('unknownParameter', { parameter: key }))
    : [problemObject('invalidParameter', { parameter: issue.path.join('.') })]
