/** The largest logo, in bytes. */
const largest = 64_000

const starts = (bytes: Buffer, at: number, ...wanted: number[]): boolean =>
  wanted.every((byte, index) => bytes[at + index] === byte)

/** Detects an image type by its magic bytes. SVG is unsupported because it can contain scripts. */
const typeOf = (bytes: Buffer): string | null => {
  if (starts(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (starts(bytes, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  return null
}

/** A logo as it is kept, a data: URL; null when it is no picture, or too large. */
export const logoOf = (bytes: Buffer): string | null => {
  const type = typeOf(bytes)
  return type === null || bytes.length > largest ? null : `data:${type};base64,${bytes.toString('base64')}`
}

/** The type and the bytes of a kept logo. */
export const readLogo = (logo: string): { type: string; bytes: Buffer } => {
  const [head = '', text = ''] = logo.split(';base64,')
  return { type: head.replace('data:', ''), bytes: Buffer.from(text, 'base64') }
}
