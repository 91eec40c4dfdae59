import { isSatisfied } from '../customers/login-methods'
import type { ApiScope } from '../identity/api-tokens'

/** The staff role's fixed identifier (admin-console chapter 1). */
export const staffRole = 'rendra_staff'

/** Nobody has signed in. */
export interface Anonymous {
  kind: 'anonymous'
}

/** What a signed-in person must do before anything else. */
export type Restriction = 'password' | 'secondFactor'

/** What somebody is at a customer, and the login methods that the customer lets in; none means any. */
export interface CustomerOffice {
  customer: string
  office: 'administers' | 'readsFor'
  loginMethods: readonly string[]
  /** The session was proved too long ago for this customer: proving it anew opens it. */
  isTooOld?: boolean
}

/** Somebody signed in, with what the permissions ask about. */
export interface Person {
  kind: 'person'
  /** The immutable internal id; never on the wire. */
  id: string
  /** The id on the wire: the lower-cased email. */
  email: string
  isStaff: boolean
  /** Ids of the customers this person administers, as far as this session satisfies their login methods. */
  administers: readonly string[]
  /** Ids of the customers this person is an API user of, likewise: may read what administrators read there. */
  readsFor: readonly string[]
  /** The others of both: their login methods ask for another sign-in than this session's. */
  closedCustomers: readonly CustomerOffice[]
  /** The tenant that the person's own events and new projects belong to. */
  homeCustomer: string | null
  /** Signed in as a guest: id of the one project they reach. */
  guestOf: string | null
  sessionId: string
  /** How they proved who they are: decides creating projects and the profile's sections. */
  method: 'password' | 'federation' | 'guest'
  /**
   * Id of the login method that opened the session: `COGNITO`, `COGNITO_MFA` or a provider's. Null where login methods do not
   * apply: guest links, staff, and work that somebody was allowed to begin.
   */
  loginMethod: string | null
  /** Ids of the customers whose policy asks for a younger proof than this session's; left out where there are none. */
  tooOldFor?: readonly string[]
  /** RFC 3339 instant of the last proof by password or second factor (step-up, security G9). */
  provedAt: string
  restriction: Restriction | null
  /** Asks with a feed token: id of the one customer whose exports they reach, and nothing else (security D10). */
  exportsOf?: string
  /** Asks with an API token: they are nothing but what its scopes allow at its one customer (contract §6). */
  apiToken?: ApiTokenHeld
}

/** The API token that somebody asks with. */
export interface ApiTokenHeld {
  id: string
  customer: string
  scopes: readonly ApiScope[]
}

/** Which of somebody's customers a login method opens, and which it does not. Null opens all. */
export function openOffices(
  loginMethod: string | null,
  offices: readonly CustomerOffice[],
): Pick<Person, 'administers' | 'readsFor' | 'closedCustomers'> {
  const isOpen = ({ loginMethods, isTooOld }: CustomerOffice) =>
    loginMethod === null || (!isTooOld && isSatisfied(loginMethod, loginMethods))
  const open = (office: CustomerOffice['office']) =>
    offices.filter((held) => held.office === office && isOpen(held)).map(({ customer }) => customer)
  return {
    administers: open('administers'),
    readsFor: open('readsFor'),
    // Of one that only wants a younger proof no other login method is asked for.
    closedCustomers: offices
      .filter((held) => !isOpen(held))
      .map((held) => (held.isTooOld ? { ...held, loginMethods: [] } : held)),
  }
}

/** The same person as if every login method were allowed: what a refusal is explained by, never what is answered by. */
export const withAnyLoginMethod = (actor: Person): Person => ({
  ...actor,
  loginMethod: null,
  administers: [...actor.administers, ...closedTo(actor, 'administers')],
  readsFor: [...actor.readsFor, ...closedTo(actor, 'readsFor')],
  closedCustomers: [],
})

/**
 * The login methods of which one would let somebody do what a policy refuses to this session; undefined where none would. The
 * policy is asked again as if one closed customer after the other were open.
 */
export function methodsThatAllow(actor: Actor, may: (actor: Person) => boolean): readonly string[] | undefined {
  if (actor.kind !== 'person') return undefined
  const opened = ({ customer, office }: CustomerOffice): Person => ({
    ...actor,
    [office]: [...actor[office], customer],
  })
  return actor.closedCustomers.find((closed) => may(opened(closed)))?.loginMethods
}

const closedTo = ({ closedCustomers }: Person, office: CustomerOffice['office']) =>
  closedCustomers.filter((closed) => closed.office === office).map(({ customer }) => customer)

/** Whoever asks. */
export type Actor = Anonymous | Person

/** Where the installation runs (contract §5). */
export type Environment = 'local' | 'development' | 'staging' | 'production' | 'onpremise' | 'deploy'

/** Whether real people work there: nothing of the demo is, and nobody is told when somebody else was last seen. */
export const isForRealPeople = (environment: Environment): boolean =>
  environment === 'production' || environment === 'onpremise' || environment === 'deploy'

export const anonymous: Anonymous = { kind: 'anonymous' }

export const isSignedIn = (actor: Actor): actor is Person => actor.kind === 'person'

/** Signed in as a full user, not through a guest link: a guest session is nothing but the guest of its project. */
export const isNoGuest = (actor: Actor): actor is Person => isSignedIn(actor) && actor.guestOf === null

export const isStaff = (actor: Actor): actor is Person => isNoGuest(actor) && actor.isStaff

/** Anybody, signed in or not: for the few calls in front of the sign-in. */
export const anyone = (_actor: Actor) => true

/** The person is an administrator of this customer, or staff. */
export const administers = (actor: Actor, customer: string | null | undefined): boolean =>
  isNoGuest(actor) && (actor.isStaff || (customer != null && actor.administers.includes(customer)))

/** The person may read a customer's people, organizations and projects: its administrators, API users and staff. */
export const readsCustomer = (actor: Actor, customer: string | null | undefined): boolean =>
  administers(actor, customer) || (isNoGuest(actor) && customer != null && actor.readsFor.includes(customer))

/** The person administers at least one customer: the enterprise tools show. */
export const isCustomerAdministrator = (actor: Actor): actor is Person =>
  isNoGuest(actor) && actor.administers.length > 0

/** The person is an administrator of some customer, or staff: for calls that find out themselves which one is meant. */
export const administersAny = (actor: Actor): actor is Person => isStaff(actor) || isCustomerAdministrator(actor)

/**
 * Creating a project needs a password-authenticated session or being a customer administrator, and not being
 * on-premise unless staff (account-portal chapter 5). The remaining rule, not on iOS, is the web's to keep.
 */
export const mayCreateProject = (actor: Actor, environment: Environment): actor is Person =>
  isNoGuest(actor) &&
  (environment !== 'onpremise' || actor.isStaff) &&
  (actor.method === 'password' || isCustomerAdministrator(actor))
