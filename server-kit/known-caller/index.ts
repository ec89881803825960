export {
  callerHeader,
  createReadCaller,
  createSignCall,
  type MadeFor,
  type ReadCaller,
  type SignCall,
} from './known-caller.ts'
export { openCallerSecrets } from './open-caller-secrets.ts'
