import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

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

/**
 * The hash that `personal_sign` signs (EIP-191, version 0x45): of a prefix, the length of the text in bytes, and the text.
 * Pure.
 */
export const personalHash = (text: string): Uint8Array => {
  const bytes = utf8ToBytes(text)
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}

/** Reads r, s, and which of two keys it is. Only one form is accepted: 65 bytes, s low, v 0, 1, 27 or 28. Null otherwise. */
const parseKeySignature = (signature: Uint8Array) => {
  const v = signature[64]
  if (signature.length !== 65 || v === undefined || ![0, 1, 27, 28].includes(v)) return null
  try {
    const parsed = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact')
    return parsed.hasHighS() ? null : parsed.addRecoveryBit(v % 27)
  } catch {
    return null
  }
}

/** True if the bytes have the format of a key's signature. Pure. */
export const isKeySignature = (signature: Uint8Array): boolean => parseKeySignature(signature) !== null

/** True if the address's key signed this hash. Pure. */
export const isSignedByKey = (hash: Uint8Array, signature: Uint8Array, address: string): boolean => {
  const parsed = parseKeySignature(signature)
  if (parsed === null) return false
  try {
    const key = parsed.recoverPublicKey(hash).toBytes(false)
    return checksummed(bytesToHex(keccak_256(key.subarray(1)).subarray(12))) === address
  } catch {
    return false
  }
}
