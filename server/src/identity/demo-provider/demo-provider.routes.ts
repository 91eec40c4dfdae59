import { anyone } from '@lintel/contract/people/permissions'
import { answer } from '../../platform/answer'
import type { Platform } from '../../platform/context'
import { html } from '../../platform/html'
import { sendPage } from '../../platform/page'
import type { Route } from '../../platform/route'
import { DemoProvider } from './demo-provider'
import {
  demoAuthorize,
  demoChoose,
  demoConfiguration,
  demoKeys,
  demoLanding,
  demoLogout,
  demoToken,
} from './demo-provider.calls'

const anonymousOptions = { anonymous: true, ignoresBearer: true, may: anyone } as const

/** The demo world's identity providers, served in the local environment only. */
export function demoProviderRoutes({ configuration }: Platform): Route[] {
  if (configuration.environment !== 'local') return []
  const provider = new DemoProvider(configuration)
  return [
    answer(demoConfiguration, {
      ...anonymousOptions,
      run: async (_, { parameters: { stage } }) => provider.discoveryDocument(stage),
    }),
    answer(demoKeys, {
      ...anonymousOptions,
      run: async (_, { parameters: { stage } }) => ({ keys: await provider.keys(stage) }),
    }),
    answer(demoAuthorize, {
      ...anonymousOptions,
      async run({ request }, { parameters: { stage }, query }, reply) {
        const { name, people } = provider.stageForRequest(stage, query)
        const authorizationQuery = request.url.slice(request.url.indexOf('?') + 1)
        sendPage(reply, {
          title: `${name} (demo)`,
          body: html`<h1>Sign in at ${name}</h1>
<p>This identity provider belongs to the demo and lives on this machine only. Whom shall it vouch for?</p>
<table><tbody>${people.map(
            ({ subject, givenName, familyName, email, about }) =>
              html`<tr><td><a href="${`choose?${authorizationQuery}&as=${encodeURIComponent(subject)}`}">${givenName} ${familyName}</a><br><span class="quiet">${email}</span></td><td>${about}</td></tr>`,
          )}</tbody></table>`,
        })
      },
    }),
    answer(demoChoose, {
      ...anonymousOptions,
      async run({ now }, { parameters: { stage }, query }, reply) {
        reply.header('location', provider.redirectWithCode(stage, query, now))
      },
    }),
    answer(demoToken, {
      ...anonymousOptions,
      acceptsForms: true,
      run: async ({ now }, { parameters: { stage }, body: { code, code_verifier: verifier } }) => ({
        access_token: 'the demo offers nothing for it',
        token_type: 'Bearer',
        expires_in: 300,
        id_token: await provider.redeem(stage, { code, verifier }, now),
      }),
    }),
    answer(demoLogout, {
      ...anonymousOptions,
      async run(_, { parameters: { stage }, query: { redirect } }, reply) {
        const { stage: demoStage, back } = provider.logoutTarget(stage, redirect)
        sendPage(reply, {
          title: `${demoStage.name} (demo)`,
          body: html`<h1>Signed out of ${demoStage.name}</h1><p><a href="${back}">Back to Lintel</a></p>`,
        })
      },
    }),
    answer(demoLanding, {
      ...anonymousOptions,
      async run(_, { parameters: { stage } }, reply) {
        const { stage: demoStage, back } = provider.logoutTarget(stage, undefined)
        sendPage(reply, {
          title: `${demoStage.name} (demo)`,
          body: html`<h1>Intranet of ${demoStage.name}</h1>
<p>This provider has a landing page of its own: whoever signs in through it arrives here.</p>
<p><a href="${back}">Go on to Lintel</a></p>`,
        })
      },
    }),
  ]
}
