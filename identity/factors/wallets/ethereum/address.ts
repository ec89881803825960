import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Reads 20 bytes of hexadecimal. In mixed case the capitals must be those of EIP-55, which show mistakes. Null otherwise.
 * Pure.
 */
export const readEthereumAddress = (text: string): string | null => {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null
  const digits = text.slice(2)
  const address = checksummed(digits.toLowerCase())
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && address !== text ? null : address
}

/** EIP-55: a letter is a capital if the hash of the digits has 8 or more at the same place. Pure. */
export const checksummed = (digits: string): string => {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return `0x${[...digits].map((digit, at) => (Number.parseInt(hash[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}
