const characters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bytes in base58, as addresses and signatures of Solana are written: a number, and a 1 for each zero byte before it. Pure. */
export const encodeBase58 = (bytes: Uint8Array): string => {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; number > 0n; number /= 58n) text = `${characters[Number(number % 58n)]}${text}`
  const first = bytes.findIndex(byte => byte !== 0)
  return '1'.repeat(first === -1 ? bytes.length : first) + text
}
