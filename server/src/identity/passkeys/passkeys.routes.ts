import {
  addPasskey,
  beginPasskey,
  challengePasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '@lintel/contract/identity/passkeys'
import { type Actor, anyone, isNoGuest } from '@lintel/contract/people/permissions'
import { answer } from '../../platform/answer'
import type { Context } from '../../platform/context'
import type { Route } from '../../platform/route'
import { countingStrangers } from '../guessing/counting-failures'
import type { IdentityServices } from '../identity-services'
import { holderOf } from '../own-access'
import { personOf } from '../signed-in'
import { add, ask, begin, remove, rename } from './own-passkeys'
import { passkeysOf } from './passkeys.store'
import { relyingParty } from './relying-party'
import { signInWith } from './sign-in-with-passkey'

/** As with the second factor, only sessions of the regular authenticator: others prove themselves elsewhere. */
const isRegular = (actor: Actor): boolean => isNoGuest(actor) && actor.method === 'password'

const mayAdd = (actor: Actor, { configuration }: Pick<Context, 'configuration'>): boolean =>
  isRegular(actor) && relyingParty(configuration) !== undefined

/** What adds and removes a passkey: with a fresh proof; that of whoever has a second factor is more than the password (security C5, C6). */
const setUp = { bodyLimit: 16 * 1_024, rate: 'signIn', freshProof: true } as const

/** Answered before anybody is signed in, from cookies. */
const frontDoor = { anonymous: true, ignoresBearer: true, sameSiteOnly: true, bodyLimit: 16 * 1_024 } as const

/** Passkeys: adding and removing the own ones, and signing in with one (security C10). */
export const passkeyRoutes = (services: IdentityServices): Route[] => [
  answer(listPasskeys, {
    may: isNoGuest,
    run: async (context) => {
      const { id } = personOf(context)
      const available = mayAdd(context.actor, context)
      return { passkeys: isRegular(context.actor) ? await passkeysOf(context.db, id) : [], available }
    },
  }),
  answer(beginPasskey, {
    ...setUp,
    sameSiteOnly: true,
    may: (actor, _input, context) => mayAdd(actor, context),
    run: async (context, { body: { accessToken } }, reply) =>
      begin(context, reply, await holderOf(services, context, accessToken)),
  }),
  answer(addPasskey, {
    ...setUp,
    sameSiteOnly: true,
    may: (actor, _input, context) => mayAdd(actor, context),
    run: async (context, { body }) => add(services, context, await holderOf(services, context, body.accessToken), body),
  }),
  answer(renamePasskey, {
    may: isRegular,
    run: (context, { parameters: { id }, body: { name } }) => rename(context, personOf(context), { id, name }),
  }),
  answer(removePasskey, {
    ...setUp,
    may: isRegular,
    run: (context, { parameters: { id } }) => remove(services, context, personOf(context), id),
  }),
  answer(challengePasskey, {
    ...frontDoor,
    may: anyone,
    run: (context, _input, reply) => ask(context, reply),
  }),
  answer(signInWithPasskey, {
    ...frontDoor,
    rate: 'signIn',
    sparesKnownBrowsers: true,
    may: anyone,
    run: (context, { body: { response, rememberMe = false } }, reply) =>
      countingStrangers(services, context, (allowance) =>
        signInWith({ services, context, reply, allowance }, { given: response, rememberMe }),
      ),
  }),
]
