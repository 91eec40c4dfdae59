/**
 * The library of WebAuthn, loaded with the first passkey: certificates of authenticators are most of it, and a quarter of the
 * memory and of the time that the server would start with.
 */
export const webauthn = () => import('@simplewebauthn/server')
