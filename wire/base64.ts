const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Standard base64, padded, of the text's UTF-8 bytes. */
export const encodeBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), byte => String.fromCharCode(byte)).join(''))

/** Decodes base64 to UTF-8 text; null if either is malformed. Never throws. */
export const decodeBase64 = (encoded: string): string | null => {
  if (!base64.test(encoded)) return null
  try {
    const binary = atob(encoded)
    // Nearly every header is plain ASCII, which is its own UTF-8.
    if (!/[\x80-\xFF]/.test(binary)) return binary
    const bytes = Uint8Array.from(binary, character => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
