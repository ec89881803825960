export { createAbiReader, word } from './abi.ts'
export { checksummed, readEthereumAddress } from './address.ts'
export { type ContractWallets, createContractWallets } from './contract-wallets.ts'
export { isKeySignature, isSignedByKey, personalHash } from './key-signature.ts'
