/** True when this browser supports passkeys at this address; none does at an IP address. */
export const supportsPasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname)
