import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProviderTroubleKind, TestedPerson, TestedSignIn } from '@lintel/contract/identity/provider-tests'

/** Titles of provider errors, with help. */
export const troubleTexts: Record<ProviderTroubleKind, { title: MessageDescriptor; help: MessageDescriptor }> = {
  incomplete: {
    title: msg`Issuer or client id is missing`,
    help: msg`Enter and save both, then test again.`,
  },
  address: {
    title: msg`Lintel does not connect to this address`,
    help: msg`An issuer begins with https://, on an ordinary port, and does not stand in a private network.`,
  },
  discovery: {
    title: msg`Nothing could be read at the issuer`,
    help: msg`This address has to answer from the internet within five seconds, with a valid certificate, with its configuration as JSON and without redirects.`,
  },
  otherIssuer: {
    title: msg`What is published there belongs to another issuer`,
    help: msg`Enter the issuer exactly as it calls itself:`,
  },
  authorization: {
    title: msg`The provider names no address to sign in at`,
    help: msg`Its published configuration needs an authorization endpoint with https.`,
  },
  denied: {
    title: msg`The provider sent you back without signing you in`,
    help: msg`Look there whether this person may use the application, and which scopes it allows.`,
  },
  redirectAddress: {
    title: msg`The provider does not know the redirect address`,
    help: msg`Add exactly this address to the application there:`,
  },
  secret: {
    title: msg`The provider does not accept client id and secret`,
    help: msg`Enter the secret again, look whether it has expired there, and try the other client authentication. This is the client id that we send:`,
  },
  code: {
    title: msg`The provider did not take its own code`,
    help: msg`Test again. If it stays so, the application there wants another kind of client or no PKCE.`,
  },
  token: {
    title: msg`The provider’s token endpoint gave no usable answer`,
    help: msg`It has to answer with JSON within five seconds and give an id token.`,
  },
  keys: {
    title: msg`The provider’s signature could not be verified`,
    help: msg`The keys at this address could not be read, or the answer was signed with none of them. RS256, PS256, ES256 and EdDSA are accepted.`,
  },
  clock: {
    title: msg`The clocks differ by more than a minute`,
    help: msg`Set the provider’s clock. This is its difference from ours, in seconds:`,
  },
  claims: {
    title: msg`The provider’s answer is not meant for us`,
    help: msg`Look whether the client id here and there is the same.`,
  },
  userinfo: {
    title: msg`The provider’s userinfo could not be read`,
    help: msg`This address has to answer for the same person, or the id token has to carry the email.`,
  },
  expired: {
    title: msg`This test has ended`,
    help: msg`It was begun more than ten minutes ago, or the settings have changed since. Begin again.`,
  },
}

/** Findings about the person's address. */
export const findingTexts: Record<TestedPerson['findings'][number], MessageDescriptor> = {
  noEmail: msg`The provider sent no email address.`,
  emailNotVerified: msg`The provider does not say that the address is verified.`,
  outsideExpression: msg`The address does not match the email pattern.`,
  outsideDomains: msg`The domain is verified for no customer that lists this provider.`,
}

/** Outcomes of a sign-in. */
export const outcomeTexts: Record<TestedSignIn['outcome'], MessageDescriptor> = {
  open: msg`The linked account would be opened.`,
  openByEmail: msg`The account with this address would be linked and opened.`,
  link: msg`An account with this address exists: it would be linked once its password is given.`,
  confirmByMail: msg`The person would first confirm an address by email.`,
  create: msg`A new account would be created.`,
  refuse: msg`The sign-in would be refused.`,
}

/** Reasons for a refused sign-in. */
export const refusalTexts: Record<NonNullable<TestedSignIn['refusal']>, MessageDescriptor> = {
  accountClosed: msg`The account is closed.`,
  staffAccount: msg`It is an account of the staff, who do not sign in by providers.`,
  loginMethods: msg`The login methods of this person or customer do not allow this provider.`,
  notAdded: msg`Nobody has an account with this address, and no accounts may be added here.`,
  addressTaken: msg`An account with this address exists, and this provider may not open it.`,
}
