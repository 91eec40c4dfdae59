import { call } from '@lintel/contract/jsonapi/call'
import { anyone } from '@lintel/contract/people/permissions'
import { z } from 'zod'
import { answer } from './answer'
import type { Configuration } from './configuration'
import { type Html, html } from './html'
import { type ApiDescription, type ApiOperation, describeApi } from './openapi'
import { sendPage } from './page'
import type { Route } from './route'

const showDescription = call({
  method: 'GET',
  path: '/openapi.json',
  summary: 'This description, OpenAPI 3.1',
  answer: z.looseObject({ openapi: z.string() }),
})

const showDocs = call({ method: 'GET', path: '/api-docs', summary: 'This description as a page to read', status: 200 })

/** `/openapi.json` and `/api-docs`: the description of the given routes and these two, built once. */
export function apiDescriptionRoutes(
  routes: readonly Route[],
  { publicUrl }: Pick<Configuration, 'publicUrl'>,
): Route[] {
  const open = { anonymous: true, ignoresBearer: true, may: anyone } as const
  let made: { description: ApiDescription; text: string; page: Html } | undefined
  const described = () => {
    if (!made) {
      const description = describeApi([...routes, ...ours], publicUrl)
      made = { description, text: JSON.stringify(description), page: pageOf(description) }
    }
    return made
  }
  const ours = [
    answer(showDescription, {
      ...open,
      async run(_context, _input, reply) {
        reply
          .header('cache-control', 'public, max-age=300')
          .type('application/json; charset=utf-8')
          .send(described().text)
        return described().description as never
      },
    }),
    answer(showDocs, {
      ...open,
      async run(_context, _input, reply) {
        sendPage(reply, { title: 'API', body: described().page })
      },
    }),
  ]
  return ours
}

function pageOf({ info, tags, paths, components }: ApiDescription): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  // Version 2 is identical to version 3, so it is listed once.
  const shown = operations.filter(
    ({ path }) => !path.startsWith('/mgw/api/v2/') || !(path.replace('/v2/', '/v3/') in paths),
  )
  const of = (tag: string) => shown.filter(({ operation }) => operation.tags.includes(tag))
  return html`<h1>${info.title} API</h1><p>${info.summary}.</p>
<p>${info.description.replaceAll('`', '')}</p><p><a href="/openapi.json">openapi.json</a></p>
<nav><ul>${tags.map(({ name }) => html`<li><a href="#${name}">${name}</a></li>`)}</ul></nav>
${tags.map(({ name }) => html`<section><h2 id="${name}">${name}</h2>${of(name).map(operationOf)}</section>`)}
<h2 id="failures">failures</h2>
${[...new Set(Object.values(components.responses).map(({ description }) => String(description)))].map((text) => html`<p>${text.replaceAll('`', '')}</p>`)}`
}

const operationOf = ({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: ApiOperation
}): Html => html`
<details><summary><span class="method">${method}</span> <code>${path}</code> <span class="quiet">${operation.summary}</span></summary>
<div class="inside">${operation.security?.length === 0 && html`<p class="quiet">Needs no sign-in.</p>`}
${parametersOf(operation)}${operation.requestBody && html`<h3>Body</h3><pre>${schemaText(operation.requestBody)}</pre>`}
<h3>Answers</h3><p>${Object.keys(operation.responses).join(', ')}</p>
${Object.values(operation.responses)
  .filter((response) => 'content' in response && !('$ref' in response))
  .map((response) => html`<pre>${schemaText(response)}</pre>`)}</div></details>`

function parametersOf({ parameters = [] }: ApiOperation): Html | undefined {
  const own = parameters.filter((parameter) => 'name' in parameter)
  if (own.length === 0) return undefined
  return html`<h3>Parameters</h3><table>${own.map(
    ({ name, in: location, schema }) =>
      html`<tr><td><code>${String(name)}</code></td><td class="quiet">${String(location)}</td><td><code>${JSON.stringify(schema)}</code></td></tr>`,
  )}</table>`
}

const schemaText = ({ content }: { content?: unknown }) =>
  Object.values((content ?? {}) as Record<string, { schema: unknown }>)
    .map(({ schema }) => JSON.stringify(schema, null, 2))
    .join('\n')
