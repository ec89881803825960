export { passkeyFactor } from './factor.ts'
export { handleFor, insertPasskey } from './store.ts'
