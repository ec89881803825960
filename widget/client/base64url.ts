/** Bytes as base64url without padding, as passkeys travel in JSON, and challenges of proof keys. */
export const fromBytes = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), byte => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), character => character.charCodeAt(0))
