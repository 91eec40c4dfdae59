import type { z } from 'zod'
import { Problem, type ProblemCode, type ProblemObject, problemObject } from '../problems'
import { fieldProblem } from './field-problem'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a call declares: everything that is not a resource (sign-in, tokens, lookups, logs). */
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
  /** Shape of a successful answer's body; without it the answer is empty. An optional one may be left out: 204. */
  answer?: Answer
  /** Status of a successful answer: 200 with a body, else 204. */
  status?: number
  /** Media type of a successful answer; default JSON. */
  mediaType?: string
  /** Whole numbers that a successful answer says beside its body: names of headers, and what each is. */
  numbers?: Readonly<Record<string, string>>
  /** Media type of the body; default JSON. */
  bodyMediaType?: string
  /** The failures that this call adds to those every call can have. */
  problems?: readonly ProblemCode[]
}

/** A declared call; its input joins path parameters, query and body under their own names. */
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

/** What the server's function receives. */
export interface CallInput<C extends AnyCall> {
  parameters: C extends Call<infer Path> ? z.output<Path> : never
  query: C extends Call<z.ZodObject, infer Query> ? z.output<Query> : never
  body: C extends Call<z.ZodObject, z.ZodObject, infer Body> ? z.output<Body> : never
}

/** What a client sends as the body of a call. */
export type CallBody<C extends AnyCall> = C extends Call<z.ZodObject, z.ZodObject, infer Body> ? z.input<Body> : never

/** What a successful call answers. */
export type CallAnswer<C extends AnyCall> =
  C extends Call<z.ZodObject, z.ZodObject, z.ZodType, infer Answer> ? z.output<Answer> : never

/** Declares a call once, for the server's parser, the client and the API description. */
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

/** The address of a call with its path parameters and query filled in. */
export function callAddress(
  { path }: Pick<AnyCall, 'path'>,
  parameters: Record<string, string> = {},
  query: Record<string, string | undefined> = {},
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(parameters[key] ?? ''))
  const given = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return given.size > 0 ? `${filled}?${given}` : filled
}

/** Parses one part of a call's input. Throws 422 with pointers (body) or 400 with parameter names (path and query). */
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
