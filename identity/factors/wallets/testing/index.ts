export { type Manner, openNode } from './node.ts'
export { createEthereumWallet, createSolanaWallet, signHash, type TestWallet } from './wallets.ts'
