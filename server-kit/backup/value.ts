/** A cell value of either engine. Integers are bigint, so that none is rounded. */
export type SqlValue = string | bigint | number | Uint8Array | null

/** JSON representation of a cell: the value itself if JSON is lossless, otherwise an object with one key. */
type WrittenValue = string | number | null | { integer: string } | { real: string } | { blob: string }

/** The written form of a cell. */
export const writeValue = (value: SqlValue): WrittenValue => {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : { integer: String(value) }
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) && !Object.is(value, -0) ? value : { real: realName(value) }
  }
  return { blob: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
}

const realName = (value: number): string => (Object.is(value, -0) ? '-0' : String(value))

/** The cell a written form stands for. @throws TypeError when it is none. */
export const readValue = (written: unknown): SqlValue => {
  if (written === null || typeof written === 'string') return written
  if (typeof written === 'number') return Number.isSafeInteger(written) ? BigInt(written) : written
  const [[kind, text] = [], ...others] = Object.entries(Object(written))
  if (typeof text === 'string' && others.length === 0) {
    if (kind === 'blob') return Buffer.from(text, 'base64')
    if (kind === 'integer' && /^-?\d+$/.test(text)) return BigInt(text)
    if (kind === 'real') return Number(text)
  }
  throw new TypeError('not a value of a backup')
}
