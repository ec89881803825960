import { hex } from '@corroborate/wire/hex'

/** A random UUID (RFC 9562 §5.4). `crypto.randomUUID` is missing on pages without TLS. */
export const uuid = (crypto: Crypto): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = hex(bytes)
  const variant = '89ab'[(bytes[8] ?? 0) & 3]
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
}
