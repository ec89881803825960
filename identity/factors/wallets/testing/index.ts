export { type Manner, openNode } from './node.ts'
export { createEthereumWallet, createSolanaWallet, type TestWallet } from './wallets.ts'
